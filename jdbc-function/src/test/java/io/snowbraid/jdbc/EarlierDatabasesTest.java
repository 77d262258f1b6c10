package io.snowbraid.jdbc;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Continues with databases in files that earlier versions have used. */
class EarlierDatabasesTest {

  @TempDir private Path directory;

  static List<Arguments> data() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (EarlierFile file : EarlierFile.values()) {
      EarlierData.all(file.data()).map(data -> Arguments.of(file, data)).forEach(all::add);
    }
    return all;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("data")
  void databaseOfAnEarlierVersionGoesOn(EarlierFile file, EarlierData data) throws Exception {
    file.goOn(directory, Issued.read(data.unpack(directory)));
  }
}
