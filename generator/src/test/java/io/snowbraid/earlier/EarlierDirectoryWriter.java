package io.snowbraid.earlier;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes the directories of this version. */
class EarlierDirectoryWriter {

  @TempDir private Path directory;

  @Test
  void writesDirectories() throws Exception {
    EarlierDirectoryTest.in(directory).use().write(directory);
    EarlierData.toWrite(EarlierDirectoryTest.NAME).pack(directory);
    assertThat(EarlierDirectoryTest.data())
        .contains(EarlierData.toWrite(EarlierDirectoryTest.NAME));
  }
}
