package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.jdbc.EarlierDatabase;
import io.snowbraid.testing.Programs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes a dump of this version. It needs a pg_dump of the server's version or later. */
class PostgresEarlierWriter extends PostgresTestCase {

  @TempDir private Path directory;

  @Test
  void writesADump() throws Exception {
    database = server.installed();
    Issued issued = EarlierDatabase.store(database.dataSource()).use();
    PostgresEarlierTest.CITIES.createRows(database.dataSource(), issued);
    issued.write(directory);
    dump(directory.resolve(PostgresEarlierTest.DUMP));
    EarlierData.toWrite(PostgresEarlierTest.NAME).pack(directory);
    assertThat(PostgresEarlierTest.data()).contains(EarlierData.toWrite(PostgresEarlierTest.NAME));
  }

  private void dump(Path file) throws Exception {
    Programs.output(
        "pg_dump",
        "--host=localhost",
        "--port=" + server.server().getPort(),
        "--username=postgres",
        "--rows-per-insert=1000",
        "--file=" + file,
        database.name());
  }
}
