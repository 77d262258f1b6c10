package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Continues with stores that earlier versions have used. */
class EarlierStoresTest {

  @TempDir private Path directory;

  static List<Arguments> data() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (EarlierStore store : EarlierStore.values()) {
      store.data().map(data -> Arguments.of(store, data)).forEach(all::add);
    }
    return all;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("data")
  void storeOfAnEarlierVersionGoesOn(EarlierStore store, EarlierData data) throws Exception {
    store.goOn(directory, Issued.read(data.unpack(directory)));
  }

  /** The archive is a copy, and the identity that the earlier version has written says so. */
  @ParameterizedTest
  @EnumSource(names = "DIRECTORY")
  void copyOfADirectoryIsRejected(EarlierStore store) throws IOException {
    for (EarlierData data : store.data().toList()) {
      Path copy = data.unpack(Files.createTempDirectory(directory, "copy"));
      assertThatExceptionOfType(KeyedStoreException.class)
          .isThrownBy(() -> KeyedStore.file(copy.resolve("sequences")).servers())
          .withMessageStartingWith("directory of sequences must not be copied, moved or restored");
    }
  }
}
