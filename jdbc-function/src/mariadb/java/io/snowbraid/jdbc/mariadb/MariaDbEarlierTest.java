package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.earlier.EarlierData;
import io.snowbraid.earlier.Issued;
import io.snowbraid.jdbc.EarlierDatabase;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.OtherTables;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDatabaseFixture;
import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Continues with a dump of a database that an earlier version has used. */
@Tag("slow")
class MariaDbEarlierTest {

  static final String NAME = "mariadb";
  static final String DUMP = "dump.sql";
  static final String FUNCTIONS = "functions.sql";

  @AutoClose private static MariaDbServer server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  static Stream<EarlierData> data() throws IOException {
    return EarlierData.all(NAME);
  }

  static String functions() {
    return SnowflakeFunctions.script(ScriptDialect.MARIADB, FunctionOptions.DEFAULT);
  }

  private static void run(String script) throws SQLException {
    server.run(script.lines().toArray(String[]::new));
  }

  @AfterEach
  void drop() throws SQLException {
    server.run(
        "drop table if exists snowbraid_worker, snowbraid_segment, snowbraid_slot,"
            + " snowbraid_server, city");
  }

  @Test
  void laterTablesAreUsable() throws Exception {
    new OtherTables(server.database()).requireLaterTablesAreUsable();
  }

  @Test
  void missingColumnsOfEarlierTablesAreNamed() throws Exception {
    new OtherTables(server.database()).requireMissingColumnsAreNamed();
  }

  /** So an operator can tell which functions there are. */
  @Test
  void functionsSayWhichTheyAre() throws SQLException {
    run(functions());
    try (Connection connection = server.database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select distinct routine_comment from information_schema.routines"
                    + " where routine_name like 'snowflake%'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("Snowbraid functions 1, layout " + Layout.DEFAULT);
    }
  }

  @ParameterizedTest
  @MethodSource("data")
  void dumpOfAnEarlierVersionGoesOn(EarlierData data) throws Exception {
    Issued issued = Issued.read(data.unpack(directory));
    server.restore(directory.resolve(DUMP));
    assertThat(SqlDatabaseFixture.ids(server.database(), "select id from city order by id"))
        .isEqualTo(issued.of("sql id"));
    run(Files.readString(directory.resolve(FUNCTIONS)));
    EarlierDatabase.requireDecoders(server.database());
    run(functions());
    EarlierDatabase.requireDecoders(server.database());
    EarlierDatabase.store(server.database()).goOnAfter(issued);
  }
}
