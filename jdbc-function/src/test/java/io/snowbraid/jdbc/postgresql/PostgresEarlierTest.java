package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.jdbc.EarlierDatabase;
import io.snowbraid.jdbc.FunctionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/** Continues with a dump of a database that an earlier version has used. */
@Tag("slow")
class PostgresEarlierTest extends PostgresTestCase {

  static final String NAME = "postgresql";
  static final String DUMP = "dump.sql";

  /** The tables of rows whose ids come from the functions. */
  static final EarlierDatabase CITIES =
      new EarlierDatabase(
          List.of("CREATE TABLE city (id bigint DEFAULT next_snowflake() PRIMARY KEY, n integer)"),
          "INSERT INTO city (n) VALUES (1)");

  @TempDir private Path directory;

  static Stream<EarlierData> data() throws IOException {
    return EarlierData.all(NAME);
  }

  @ParameterizedTest
  @MethodSource("data")
  void dumpOfAnEarlierVersionGoesOn(EarlierData data) throws Exception {
    Issued issued = Issued.read(data.unpack(directory));
    restore();
    requireNoIds();
    database.install(FunctionOptions.DEFAULT);
    requireNoIds();
    assertThat(
            database.query(
                Long.class, "SELECT max(last_value) FROM pg_sequences WHERE sequencename ~ 'lane'"))
        .allMatch(position -> position >= issued.last("sql id"), "is not before the last id");
    EarlierDatabase.store(database.dataSource()).goOnAfter(issued);
    database.query(String.class, "SELECT snowbraid_public.adopt()");
    new PostgresClock(database).step(62_000);
    CITIES.goOnAfter(database.dataSource(), issued);
  }

  /** The functions that the earlier version has installed continue, too. */
  @ParameterizedTest
  @MethodSource("data")
  void functionsOfAnEarlierVersionGoOn(EarlierData data) throws Exception {
    Issued issued = Issued.read(data.unpack(directory));
    restore();
    requireNoIds();
    database.query(String.class, "SELECT snowbraid_public.adopt()");
    new PostgresClock(database).step(62_000);
    CITIES.goOnAfter(database.dataSource(), issued);
  }

  /** Leaves out what is for psql alone. */
  private void restore() throws Exception {
    String dump =
        Files.readAllLines(directory.resolve(DUMP)).stream()
            .filter(line -> !line.startsWith("\\"))
            .collect(Collectors.joining("\n"));
    database = server.empty();
    PGSimpleDataSource simple = (PGSimpleDataSource) database.dataSource();
    simple.setPreferQueryMode(PreferQueryMode.SIMPLE); // for many statements at once
    try (Connection connection = simple.getConnection();
        Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(dump);
    }
  }

  private void requireNoIds() {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .withMessageContaining("ids of the original");
  }
}
