package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.jdbc.SqlRecipes;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements of the page of recipes do what it says. */
@Tag("slow")
class PostgresRecipesTest extends PostgresTestCase {

  private static final String LINE =
      "CREATE TABLE purchase_line (purchase_id %s REFERENCES purchase, text text)";

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  private void run(String recipe) throws SQLException {
    try (Connection connection = database.open()) {
      for (String statement : SqlRecipes.statements(recipe)) {
        PostgresServer.run(connection, statement);
      }
    }
  }

  private String explain(String sql) throws SQLException {
    return String.join("\n", database.query(String.class, "EXPLAIN (COSTS OFF) " + sql));
  }

  private void createPartitions() throws SQLException {
    run("partitioned table");
    database.run(
        SqlRecipes.text("months"),
        month("event_2026_01", "2026-01", "2026-02"),
        month("event_2030_01", "2030-01", "2030-02"));
  }

  private static String month(String name, String first, String next) {
    return "CREATE TABLE %s PARTITION OF event FOR VALUES FROM (%d) TO (%d)"
        .formatted(name, firstIdOf(first), firstIdOf(next));
  }

  private static long firstIdOf(String month) {
    return Layout.DEFAULT.minId(Instant.parse(month + "-01T00:00:00Z"));
  }

  private static String monthOfNow() {
    return "SELECT to_char(now() AT TIME ZONE 'UTC', '\"event_\"YYYY_MM')";
  }

  @Test
  void rangeOfTimeUsesThePrimaryKey() throws SQLException {
    database.run(
        "CREATE TABLE event (id bigint PRIMARY KEY DEFAULT next_snowflake(), body text)",
        "INSERT INTO event SELECT snowflake_min_id('2025-01-01 00:00Z') + (hour * 3600000 << 22),"
            + " '' FROM generate_series(1::bigint, 20000) hour",
        "INSERT INTO event (body) SELECT n FROM generate_series(1, 10) n",
        "ANALYZE event");
    assertThat(explain(SqlRecipes.text("last day"))).contains("event_pkey");
    assertThat(explain(SqlRecipes.text("one day"))).contains("event_pkey");
    assertThat(database.query(Long.class, SqlRecipes.text("one day"))).hasSize(24);
    assertThat(database.query(Long.class, SqlRecipes.text("last day")))
        .hasSizeGreaterThanOrEqualTo(10);
  }

  @Test
  void rowsGoToTheMonthOfTheirIds() throws SQLException {
    createPartitions();
    database.run(
        SqlRecipes.text("months"),
        "INSERT INTO event (body) SELECT n FROM generate_series(1, 1000) n",
        "INSERT INTO event VALUES (" + firstIdOf("2030-01") + ", 'much later')");
    assertThat(
            database.query(
                String.class, "SELECT DISTINCT tableoid::regclass::text FROM event ORDER BY 1"))
        .containsExactly(database.query(String.class, monthOfNow()).get(0), "event_2030_01");
    assertThat(database.query(Long.class, SqlRecipes.text("last day"))).hasSize(1_001);
  }

  @Test
  void constantTimesReadOnePartition() throws SQLException {
    createPartitions();
    String plan =
        explain(
            "SELECT FROM event WHERE id >= snowflake_min_id('2026-01-10 00:00Z')"
                + " AND id < snowflake_min_id('2026-01-11 00:00Z')");
    assertThat(plan).contains("event_2026_01").doesNotContain("event_2030_01", "Append");
  }

  @Test
  void parametersReadOnePartition() throws SQLException {
    createPartitions();
    database.run("INSERT INTO event VALUES (" + firstIdOf("2026-01") + ", 'a')");
    try (Connection connection = database.open()) {
      PostgresServer.run(
          connection,
          "SET plan_cache_mode = force_generic_plan",
          "PREPARE between_times(timestamptz, timestamptz) AS SELECT body FROM event"
              + " WHERE id >= snowflake_min_id($1) AND id < snowflake_min_id($2)");
      String plan =
          String.join(
              "\n",
              PostgresServer.query(
                  connection,
                  String.class,
                  "EXPLAIN (COSTS OFF) EXECUTE between_times('2026-01-01 00:00Z',"
                      + " '2026-01-02 00:00Z')"));
      assertThat(plan).contains("Subplans Removed: 5").contains("event_2026_01");
    }
  }

  @Test
  void nowIsKnownAtExecution() throws SQLException {
    createPartitions();
    assertThat(explain(SqlRecipes.text("last day")))
        .contains("Subplans Removed: ")
        .doesNotContain("event_2026_01");
  }

  @Test
  void monthsThatExistAreLeftAlone() throws SQLException {
    createPartitions();
    database.run(SqlRecipes.text("months"), SqlRecipes.text("months"));
    assertThat(
            database.query(
                Long.class, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'event'::regclass"))
        .containsExactly(6L);
  }

  @Test
  void monthIsDropped() throws SQLException {
    createPartitions();
    database.run("INSERT INTO event VALUES (" + firstIdOf("2026-01") + ", 'old')");
    run("drop a month");
    assertThat(database.query(String.class, "SELECT body FROM event")).isEmpty();
    assertThatThrownBy(
            () -> database.run("INSERT INTO event VALUES (" + firstIdOf("2026-01") + ", 'late')"))
        .hasMessageContaining("no partition");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serial",
        "integer GENERATED BY DEFAULT AS IDENTITY",
        "integer GENERATED ALWAYS AS IDENTITY"
      })
  void integerKeyTakesOver(String type) throws SQLException {
    createPurchases(type, "integer");
    run("widen");
    run("take over");
    assertTakenOver();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigserial",
        "bigint GENERATED BY DEFAULT AS IDENTITY",
        "bigint GENERATED ALWAYS AS IDENTITY"
      })
  void bigintKeyTakesOverWithoutARewrite(String type) throws SQLException {
    createPurchases(type, "bigint");
    List<Long> files = files();
    run("widen");
    run("take over");
    assertThat(files()).isEqualTo(files);
    assertTakenOver();
  }

  private void createPurchases(String type, String reference) throws SQLException {
    database.run(
        "CREATE TABLE purchase (id " + type + " PRIMARY KEY, text text)",
        LINE.formatted(reference),
        "INSERT INTO purchase (text) VALUES ('one'), ('two')",
        "INSERT INTO purchase_line SELECT id, text FROM purchase");
  }

  private List<Long> files() throws SQLException {
    return database.query(
        Long.class,
        "SELECT pg_relation_filenode(oid)::bigint FROM pg_class"
            + " WHERE relname IN ('purchase', 'purchase_line', 'purchase_pkey') ORDER BY 1");
  }

  private void assertTakenOver() throws SQLException {
    long before = Layout.DEFAULT.minId(Instant.now().minusSeconds(5));
    List<Long> ids =
        database.query(
            Long.class, "INSERT INTO purchase (text) VALUES ('three'), ('four') RETURNING id");
    assertThat(ids).hasSize(2).doesNotHaveDuplicates().allMatch(id -> id > before);
    database.run("INSERT INTO purchase_line VALUES (" + ids.get(0) + ", 'three')");
    assertThat(database.query(String.class, "SELECT text FROM purchase ORDER BY id"))
        .startsWith("one", "two");
    assertThatThrownBy(() -> database.run("INSERT INTO purchase_line VALUES (7, 'none')"))
        .hasMessageContaining("foreign key");
  }

  @Test
  void takingOverHoldsTheLocksOfThePage() throws SQLException {
    createPurchases("bigint GENERATED BY DEFAULT AS IDENTITY", "bigint");
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      for (String statement : SqlRecipes.statements("take over")) {
        PostgresServer.run(connection, statement);
      }
      assertThat(
              PostgresServer.query(
                  connection,
                  String.class,
                  "SELECT relation::regclass || ' ' || mode FROM pg_locks WHERE pid ="
                      + " pg_backend_pid() AND relation::regclass::text LIKE 'purchase%'"
                      + " AND mode LIKE '%Exclusive%'"))
          .contains("purchase AccessExclusiveLock")
          .noneMatch(lock -> lock.startsWith("purchase_line"));
      connection.rollback();
    }
  }

  @Test
  void timesOfParametersAreThoseOfTheDriver() throws SQLException {
    database.run("CREATE TABLE event (id bigint PRIMARY KEY, body text)");
    Instant time = Instant.parse("2026-05-06T07:08:09.123Z");
    database.run("INSERT INTO event VALUES (" + Layout.DEFAULT.minId(time) + ", 'a')");
    try (Connection connection = database.open();
        PreparedStatement select =
            connection.prepareStatement("SELECT body FROM event WHERE id = snowflake_min_id(?)")) {
      select.setTimestamp(1, Timestamp.from(time));
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
      }
    }
  }

  private void createPurchases() throws SQLException {
    database.run(
        "CREATE TABLE purchase (id bigint PRIMARY KEY DEFAULT next_snowflake(), text text)",
        LINE.formatted("bigint NOT NULL"),
        "INSERT INTO purchase (text) SELECT n FROM generate_series(1, 100) n",
        "INSERT INTO purchase_line SELECT id, text FROM purchase");
  }

  @Test
  void identityContinuesAboveTheIds() throws SQLException {
    createPurchases();
    long last = database.query(Long.class, "SELECT max(id) FROM purchase").get(0);
    run("leave for identity");
    database.run("INSERT INTO purchase (text) VALUES ('new')");
    assertThat(database.query(Long.class, "SELECT id FROM purchase WHERE text = 'new'"))
        .containsExactly(last + 1);
  }

  @Test
  void uuidsHaveTheTimesAndTheOrderOfTheIds() throws SQLException {
    int version = Integer.parseInt(database.query(String.class, "SHOW server_version_num").get(0));
    assumeTrue(version >= 180_000, "uuidv7() is new in PostgreSQL 18");
    createPurchases();
    Instant first =
        Layout.DEFAULT
            .decode(database.query(Long.class, "SELECT min(id) FROM purchase").get(0))
            .time();
    run("leave for uuid");
    assertThat(
            database.query(
                Timestamp.class,
                "SELECT uuid_extract_timestamp(id) FROM purchase ORDER BY id LIMIT 1"))
        .allSatisfy(
            time -> assertThat(time.toInstant()).isCloseTo(first, within(1, ChronoUnit.SECONDS)));
    assertThat(
            database.query(
                Long.class,
                "SELECT count(*) FROM purchase p JOIN purchase_line l ON p.id = l.purchase_id AND"
                    + " p.text = l.text"))
        .containsExactly(100L);
  }
}
