package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.EarlierData;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes databases of this version. */
class EarlierDatabasesWriter {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void writesDatabases(EarlierFile file) throws Exception {
    file.write(directory);
    assertThat(EarlierData.all(file.data())).contains(EarlierData.toWrite(file.data()));
  }
}
