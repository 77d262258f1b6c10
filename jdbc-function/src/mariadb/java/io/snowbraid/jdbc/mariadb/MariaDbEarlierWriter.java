package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.jdbc.EarlierDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes a dump of this version, and the statements that create its functions. */
class MariaDbEarlierWriter {

  @TempDir private Path directory;

  @Test
  void writesADump() throws Exception {
    try (MariaDbServer server = MariaDbServer.start()) {
      Issued issued = EarlierDatabase.store(server.database()).use();
      server.run("create table city (id bigint primary key, n integer)");
      for (long id : issued.of("past id")) {
        server.run("insert into city values (" + id + ", 1)");
        issued.add("sql id", id);
      }
      issued.write(directory);
      server.dump(directory.resolve(MariaDbEarlierTest.DUMP));
    }
    Files.writeString(
        directory.resolve(MariaDbEarlierTest.FUNCTIONS), MariaDbEarlierTest.functions());
    EarlierData.toWrite(MariaDbEarlierTest.NAME).pack(directory);
    assertThat(MariaDbEarlierTest.data()).contains(EarlierData.toWrite(MariaDbEarlierTest.NAME));
  }
}
