package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which ids the functions for time ranges return, and that the primary key serves them. */
@Tag("slow")
class PostgresTimeRangesTest extends PostgresTestCase {

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  private void assertRange(Connection connection, String time, Instant expected)
      throws SQLException {
    assertThat(id(connection, "snowflake_min_id(" + time + ")"))
        .as(time)
        .isEqualTo(Layout.DEFAULT.minId(expected));
    assertThat(id(connection, "snowflake_max_id(" + time + ")"))
        .as(time)
        .isEqualTo(Layout.DEFAULT.maxId(expected));
  }

  private static Long id(Connection connection, String expression) throws SQLException {
    return PostgresServer.query(connection, Long.class, "SELECT " + expression).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/St_Johns", "Asia/Kathmandu", "Europe/Berlin"})
  void idsAreThoseOfTheMillisecondInEachTimeZone(String zone) throws SQLException {
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET timezone = '" + zone + "'");
      for (String time :
          List.of(
              "2025-01-01T00:00:00Z",
              "2025-01-01T00:00:00.000999Z",
              "2025-01-01T00:00:00.001Z",
              "2026-03-29T00:59:59.999999Z",
              "2026-03-29T01:00:00Z",
              "2026-10-25T00:30:00.123Z",
              "2026-10-25T01:30:00.123Z",
              "2094-09-07T15:47:35.551Z",
              "2094-09-07T15:47:35.551999Z")) {
        assertRange(connection, "'" + time + "'", Instant.parse(time));
      }
    }
  }

  /** In Berlin, 2:30 comes twice on this day; as a timestamptz, each has ids of its own. */
  @Test
  void repeatedHourHasIdsOfItsOwn() throws SQLException {
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET timezone = 'Europe/Berlin'");
      assertRange(connection, "'2026-10-25 02:30:00 CEST'", Instant.parse("2026-10-25T00:30:00Z"));
      assertRange(connection, "'2026-10-25 02:30:00 CET'", Instant.parse("2026-10-25T01:30:00Z"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Pacific/Chatham"})
  void eachIdIsWithinTheRangeOfItsTime(String zone) throws SQLException, IOException {
    String sql =
        "SELECT snowflake_min_id(snowflake_time(id)), snowflake_max_id(snowflake_time(id)) FROM"
            + " (SELECT ?::bigint) x(id)";
    try (Connection connection = database.open();
        PreparedStatement query = connection.prepareStatement(sql)) {
      PostgresServer.run(connection, "SET timezone = '" + zone + "'");
      for (Golden golden : GoldenIds.all()) {
        query.setLong(1, golden.id());
        try (ResultSet row = query.executeQuery()) {
          row.next();
          assertThat(row.getLong(1)).isEqualTo(Layout.DEFAULT.minId(golden.parts().time()));
          assertThat(row.getLong(2)).isEqualTo(Layout.DEFAULT.maxId(golden.parts().time()));
          assertThat(golden.id()).isBetween(row.getLong(1), row.getLong(2));
        }
      }
    }
  }

  @Test
  void idsOfNoTimeAreNull() throws SQLException {
    assertThat(database.query(Long.class, "SELECT snowflake_min_id(NULL)")).containsOnlyNulls();
    assertThat(database.query(Long.class, "SELECT snowflake_max_id(NULL)")).containsOnlyNulls();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-12-31T23:59:59.999999Z, 2024-12-31 23:59:59.999999+00",
    "2094-09-07T15:47:35.552Z, 2094-09-07 15:47:35.552+00",
    "infinity, infinity",
    "-infinity, -infinity",
    "4713-01-01 00:00:00+00 BC, 4713-01-01 00:00:00+00 BC",
    "294276-12-31 23:59:59.999999+00, 294276-12-31 23:59:59.999999+00",
  })
  void timeOutsideTheLayoutIsRejected(String time, String shown) {
    for (String function : List.of("snowflake_min_id", "snowflake_max_id")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> database.query(Long.class, "SELECT " + function + "('" + time + "')"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22023"))
          .withMessageContaining(
              "time must be between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z, but is "
                  + shown
                  + "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id >= snowflake_min_id(now() - interval '1 day')",
        "id BETWEEN snowflake_min_id('2026-01-01 UTC') AND snowflake_max_id('2026-01-31 UTC')",
        "id >= snowflake_min_id(current_date - 7) AND id < snowflake_min_id(current_date)",
        "id > snowflake_max_id($1) AND id <= snowflake_max_id(now())",
      })
  void rangeUsesThePrimaryKey(String range) throws SQLException {
    try (Connection connection = database.open()) {
      PostgresServer.run(
          connection,
          "CREATE TABLE t (id bigint PRIMARY KEY, n integer)",
          "INSERT INTO t SELECT snowflake_min_id('2025-01-01 UTC'::timestamptz + g * interval '1"
              + " hour') + g, g FROM generate_series(0, 19999) g",
          "ANALYZE t",
          "SET plan_cache_mode = force_generic_plan",
          "PREPARE p(timestamptz) AS SELECT * FROM t WHERE " + range);
      String plan =
          String.join(
              "\n",
              PostgresServer.query(
                  connection, String.class, "EXPLAIN EXECUTE p('2026-06-01 UTC')"));
      assertThat(plan).contains("Index Scan").contains("Index Cond").doesNotContain("Filter");
    }
  }

  @Test
  void monthsAreBoundsOfPartitions() throws SQLException {
    database.run(
        "CREATE TABLE p (id bigint PRIMARY KEY) PARTITION BY RANGE (id)",
        "CREATE TABLE p_01 PARTITION OF p FOR VALUES FROM (snowflake_min_id('2026-01-01 UTC')) TO"
            + " (snowflake_min_id('2026-02-01 UTC'))",
        "CREATE TABLE p_02 PARTITION OF p FOR VALUES FROM (snowflake_min_id('2026-02-01 UTC')) TO"
            + " (snowflake_min_id('2026-03-01 UTC'))");
    try (Connection connection = database.open()) {
      assertThat(
              PostgresServer.query(
                  connection,
                  String.class,
                  "EXPLAIN SELECT * FROM p WHERE id >= snowflake_min_id('2026-02-03 UTC')"))
          .anyMatch(line -> line.contains("p_02"))
          .noneMatch(line -> line.contains("p_01"));
    }
  }

  /**
   * Installing again brings them, uninstalling removes them, and no privilege is needed to call.
   */
  @Test
  void earlierInstallationGetsThem() throws SQLException {
    database.run(
        "DROP FUNCTION snowflake_min_id(timestamptz), snowflake_max_id(timestamptz),"
            + " snowflake_parts(bigint)",
        "CREATE ROLE reader_of_ranges LOGIN");
    database.install(FunctionOptions.DEFAULT);
    try (Connection reader = database.open("reader_of_ranges")) {
      assertRange(reader, "'2026-01-01 UTC'", Instant.parse("2026-01-01T00:00:00Z"));
      assertThat(PostgresServer.query(reader, String.class, "SELECT snowflake_parts(0)::text"))
          .hasSize(1);
      assertThat(
              PostgresServer.query(
                  reader,
                  Long.class,
                  "SELECT snowflake_max_id(snowflake_time(snowflake_min_id('2026-01-01 UTC')))"))
          .containsExactly(Layout.DEFAULT.maxId(Instant.parse("2026-01-01T00:00:00Z")));
    }
    database.run(PostgresInstaller.uninstallScript());
    assertThat(
            database.query(
                String.class, "SELECT proname FROM pg_proc WHERE proname LIKE 'snowflake%'"))
        .isEmpty();
  }

  @Test
  void nameOfAnotherFunctionIsRefused() throws SQLException {
    PostgresServer.Database other = server.empty();
    other.run("CREATE FUNCTION snowflake_min_id(integer) RETURNS integer LANGUAGE sql RETURN 1");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> other.install(FunctionOptions.DEFAULT))
        .withMessageContaining("function public.snowflake_min_id(integer) already exists");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Pacific/Chatham"})
  void partsAreAllFieldsWhateverTheSettings(String zone) throws SQLException, IOException {
    database.run(
        "CREATE FUNCTION parts(id bigint) RETURNS text LANGUAGE sql SET timezone = '"
            + zone
            + "' SET datestyle = 'German' RETURN snowflake_parts(id)::text");
    for (Golden golden : GoldenIds.all()) {
      IdParts parts = golden.parts();
      assertThat(database.query(String.class, "SELECT parts(" + golden.id() + ")"))
          .containsExactly(
              "{\"time\": \"%tFT%<tT.%<tLZ\", \"worker\": %d, \"rollback\": %d, \"sequence\": %d, \"timeline\": %d}"
                  .formatted(
                      parts.time().atOffset(ZoneOffset.UTC),
                      parts.worker(),
                      parts.rollback(),
                      parts.sequence(),
                      parts.timeline()));
    }
  }

  @Test
  void partsOfNullAreNullAndOfNoIdAreRejected() throws SQLException {
    assertThat(database.query(String.class, "SELECT snowflake_parts(NULL)::text"))
        .containsOnlyNulls();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(String.class, "SELECT snowflake_parts(-1)::text"))
        .withMessageContaining("id must be between 0 and 9223372036854775807, but is -1");
  }
}
