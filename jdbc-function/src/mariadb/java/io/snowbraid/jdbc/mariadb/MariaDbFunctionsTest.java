package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MariaDbFunctionsTest {

  private static final List<String> FUNCTIONS =
      List.of("time", "rollback", "timeline", "worker", "sequence", "parts");

  @AutoClose private static MariaDbServer server;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
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
    statement.execute("drop function if exists snowflake_min_id");
    statement.execute("drop function if exists snowflake_max_id");
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
    for (Layout layout : List.of(Layouts.TWITTER, Layouts.DECIMAL, Layouts.BAIDU_UID)) {
      close();
      open();
      create(layout);
      long last = layout.encode(layout.lastTick(), 0, 0, layout.workers() - 1, 1, 0);
      for (long id : new long[] {0, layout.encode(1, 0, 0, 1, 0, 0), last}) {
        assertThat(decode(id)).isEqualTo(layout.decode(id));
        assertRange(layout, "snowflake_time(" + id + ")", layout.decode(id).time());
      }
    }
  }

  private void assertRange(Layout layout, String time, Instant expected) throws SQLException {
    String sql = "select snowflake_min_id(%1$s), snowflake_max_id(%1$s)";
    try (ResultSet row = statement.executeQuery(sql.formatted(time))) {
      assertThat(row.next()).isTrue();
      assertThat(List.of(row.getLong(1), row.getLong(2)))
          .as(time)
          .containsExactly(layout.minId(expected), layout.maxId(expected));
    }
  }

  private static String literal(Instant time) {
    return "'" + time.toString().replace('T', ' ').replace("Z", "") + "'";
  }

  /** A datetime has no zone, and these are in UTC whatever the zone of the session is. */
  @Test
  void rangeIsTheMillisecondOfATimeInUtc() throws SQLException {
    create(Layout.DEFAULT);
    Instant end = Layout.DEFAULT.lastInstant();
    for (String zone : List.of("+00:00", "-03:30", "SYSTEM")) {
      statement.execute("set time_zone = '" + zone + "'");
      for (Instant time :
          List.of(
              Layout.DEFAULT.epoch(),
              Instant.parse("2025-01-01T00:00:00.000999Z"),
              Instant.parse("2025-01-01T00:00:00.001Z"),
              Instant.parse("2026-10-25T00:30:00.123Z"),
              Instant.parse("2026-10-25T01:30:00.123Z"),
              end,
              end.plusNanos(999_000))) {
        assertRange(Layout.DEFAULT, literal(time), time);
      }
      statement.execute("set timestamp = 1785499200"); // 2026-07-31 12:00:00
      assertRange(Layout.DEFAULT, "utc_timestamp(6)", Instant.parse("2026-07-31T12:00:00Z"));
      statement.execute("set timestamp = default");
    }
  }

  @Test
  void timeOutsideTheLayoutIsRejected() throws SQLException {
    create(Layout.DEFAULT);
    Instant end = Layout.DEFAULT.lastInstant();
    for (Instant time :
        List.of(
            Layout.DEFAULT.epoch().minusNanos(1_000),
            Layout.DEFAULT.epoch().minusSeconds(1),
            end.plusMillis(1),
            Instant.parse("9999-12-31T00:00:00Z"))) {
      for (String function : List.of("min_id", "max_id")) {
        assertThatExceptionOfType(SQLException.class)
            .as(time.toString())
            .isThrownBy(
                () ->
                    statement.executeQuery(
                        "select snowflake_" + function + "(" + literal(time) + ")"))
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22003"));
      }
    }
  }

  @Test
  void rangeUsesThePrimaryKey() throws SQLException {
    create(Layout.DEFAULT);
    statement.execute("create table ranges (id bigint primary key, n int)");
    statement.execute("insert into ranges select seq * 1000000, seq from seq_1_to_10000");
    try {
      statement.execute("analyze table ranges");
      String sql = "explain select * from ranges where id >= snowflake_min_id(%s)";
      for (String time : List.of("utc_timestamp(6) - interval 1 day", "'2026-01-01'")) {
        try (ResultSet plan = statement.executeQuery(sql.formatted(time))) {
          assertThat(plan.next()).isTrue();
          assertThat(plan.getString("key")).as(time).isEqualTo("PRIMARY");
          assertThat(plan.getString("type")).as(time).isEqualTo("range");
        }
      }
    } finally {
      statement.execute("drop table ranges");
    }
  }

  @Test
  void partsAreJsonOfAllFields() throws SQLException, IOException {
    create(Layout.DEFAULT);
    for (Golden golden : GoldenIds.all()) {
      IdParts parts = golden.parts();
      try (ResultSet row = statement.executeQuery("select snowflake_parts(" + golden.id() + ")")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1))
            .isEqualTo(
                "{\"time\": \"%tFT%<tT.%<tLZ\", \"rollback\": %d, \"timeline\": %d, \"worker\": %d, \"sequence\": %d}"
                    .formatted(
                        parts.time().atOffset(ZoneOffset.UTC),
                        parts.rollback(),
                        parts.timeline(),
                        parts.worker(),
                        parts.sequence()));
      }
    }
  }

  @Test
  void rangeOfNoTimeIsNull() throws SQLException {
    create(Layout.DEFAULT);
    try (ResultSet row =
        statement.executeQuery("select snowflake_min_id(null), snowflake_max_id(null)")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getObject(1)).isNull();
      assertThat(row.getObject(2)).isNull();
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
            .isThrownBy(
                () -> statement.executeQuery("select snowflake_" + function + "(" + id + ")"))
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22003"));
      }
    }
  }

  @Test
  void functionsThatIssueIdsAreRejected() {
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () ->
                SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator()))
        .withMessageContaining("but is MariaDB; generate ids in the application")
        .withMessageContaining("SnowflakeFunctions.script");
  }
}
