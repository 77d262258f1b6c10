package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import io.snowbraid.Layouts;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MariaDbFunctionsTest {

  private static final List<String> FUNCTIONS =
      List.of("time", "rollback", "timeline", "worker", "sequence");

  private static MariaDbServer server;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  @AfterAll
  static void stop() throws ManagedProcessException {
    server.close();
  }

  @BeforeEach
  void open() throws SQLException {
    connection = server.database().getConnection();
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    for (String function : FUNCTIONS) {
      statement.execute("drop function if exists snowflake_" + function);
    }
    connection.close();
  }

  private void create(Layout layout) throws SQLException {
    String script =
        SnowflakeFunctions.script(
            ScriptDialect.MARIADB, FunctionOptions.DEFAULT.withLayout(layout));
    for (String line : script.lines().toList()) {
      statement.execute(line);
      statement.execute(line);
    }
  }

  private IdParts decode(long id) throws SQLException {
    String sql =
        "SELECT SNOWFLAKE_TIME(%1$d), SNOWFLAKE_ROLLBACK(%1$d), SNOWFLAKE_TIMELINE(%1$d),"
            + " SNOWFLAKE_WORKER(%1$d), SNOWFLAKE_SEQUENCE(%1$d)";
    try (ResultSet row = statement.executeQuery(sql.formatted(id))) {
      assertThat(row.next()).isTrue();
      return new IdParts(
          row.getObject(1, LocalDateTime.class).toInstant(ZoneOffset.UTC),
          row.getInt(2),
          row.getInt(3),
          row.getInt(4),
          row.getInt(5),
          0);
    }
  }

  @Test
  void decodersAgreeWithTheGoldenIds() throws SQLException, IOException {
    create(Layout.DEFAULT);
    for (Golden golden : GoldenIds.all()) {
      assertThat(decode(golden.id())).isEqualTo(golden.parts());
    }
  }

  @Test
  void decodersOfOtherLayoutsAgreeWithThem() throws SQLException {
    for (Layout layout : List.of(Layouts.TWITTER, Layouts.PAYMENT_CLEARING_DECIMAL, Layouts.BAIDU_UID)) {
      close();
      open();
      create(layout);
      long last = layout.encode(layout.lastTick(), 0, 0, layout.workers() - 1, 1, 0);
      for (long id : new long[] {0, layout.encode(1, 0, 0, 1, 0, 0), last}) {
        assertThat(decode(id)).isEqualTo(layout.decode(id));
      }
    }
  }

  @Test
  void decodersOfNullAreNull() throws SQLException {
    create(Layout.DEFAULT);
    for (String function : FUNCTIONS) {
      try (ResultSet row = statement.executeQuery("select snowflake_" + function + "(null)")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getObject(1)).isNull();
      }
    }
  }

  @Test
  void numberThatIsNoIdIsRejected() throws SQLException {
    create(Layouts.JAVASCRIPT);
    long last = Layouts.JAVASCRIPT.maxId(Layouts.JAVASCRIPT.lastInstant());
    for (String function : FUNCTIONS) {
      for (long id : new long[] {-1, Long.MIN_VALUE, last + 1, Long.MAX_VALUE}) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> statement.executeQuery("select snowflake_" + function + "(" + id + ")"))
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22003"));
      }
    }
  }

  @Test
  void functionsThatIssueIdsAreRejected() {
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(() -> SnowflakeFunctions.installWithoutGenerator(connection, FunctionOptions.DEFAULT))
        .withMessageContaining("product=MariaDB; take ids from a Snowflake in the application")
        .withMessageContaining("SnowflakeFunctions.script");
  }
}
