package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes stores of this version. */
class EarlierStoresWriter {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void writesStores(EarlierStore store) throws Exception {
    store.write(directory);
    assertThat(store.data()).isNotEmpty();
  }
}
