package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Tests which statements callers may and may not write. */
class PostgresFunctionsTest extends PostgresTestCase {

  private static final long FROZEN_MILLIS = 100_000_000_000L;

  private static final long MAX_LEAD_MILLIS = 1_016;

  /** Callers cannot change what the functions are, so these are installed once for all tests. */
  private static PostgresServer.Database shared;

  @BeforeAll
  static void install() throws SQLException {
    shared = server.installed();
    shared.run("ALTER DATABASE %s SET search_path = caller, public".formatted(shared.name()));
  }

  /** Gives each test a schema of its own. */
  @BeforeEach
  void create() throws SQLException {
    database = shared;
    database.run(
        "DROP SCHEMA IF EXISTS caller CASCADE",
        "CREATE SCHEMA caller",
        "CREATE TABLE t (id bigint DEFAULT next_snowflake() PRIMARY KEY, n integer)");
  }

  private List<Long> ids() throws SQLException {
    return database.query(Long.class, "SELECT id FROM t ORDER BY n");
  }

  private void assertIds(int count) throws SQLException {
    assertThat(ids()).hasSize(count).doesNotHaveDuplicates().isSorted();
    assertThat(database.query(Integer.class, "SELECT DISTINCT snowflake_worker(id) FROM t"))
        .containsExactly(127);
  }

  @Test
  void idsSayWhenAndWhereTheyWereIssued() throws SQLException {
    IdParts parts = database.nextTimedId().requireNow();
    assertThat(parts.worker()).isEqualTo(127);
    assertThat(parts.timeline()).isEqualTo(1);
    assertThat(parts.rollback()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT next_snowflake() FROM generate_series(1, 10000)",
        "SELECT id FROM next_snowflakes(10000)",
        "SELECT id FROM generate_series(1, 100), LATERAL next_snowflakes(100 + generate_series *"
            + " 0)",
        "SELECT id FROM next_snowflakes(255) UNION ALL SELECT id FROM next_snowflakes(256) UNION"
            + " ALL SELECT next_snowflake() FROM generate_series(1, 9489)",
      })
  void eachRowHasItsOwnId(String sql) throws SQLException {
    List<Long> ids = database.query(Long.class, sql);
    assertThat(ids).hasSize(10_000).doesNotHaveDuplicates().isSorted();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 2047, 2048, 2049, 16_384, 16_385})
  void bulkGivesAsManyAsAskedFor(int count) throws SQLException {
    assertBulk(count);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {131_072, 131_073, 1_000_000})
  void largeBulkGivesAsManyAsAskedFor(int count) throws SQLException {
    assertBulk(count);
  }

  private void assertBulk(int count) throws SQLException {
    assertThat(database.query(Long.class, "SELECT id FROM next_snowflakes(" + count + ")"))
        .hasSize(count)
        .doesNotHaveDuplicates()
        .isSorted()
        .doesNotContain(database.nextId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t (n) SELECT generate_series(1, 100)",
        "INSERT INTO t SELECT next_snowflake(), g FROM generate_series(1, 100) g",
        "INSERT INTO t SELECT id, row_number() OVER () FROM next_snowflakes(100)",
        "INSERT INTO t (n) SELECT generate_series(1, 100) ON CONFLICT DO NOTHING",
        "INSERT INTO t (n) SELECT generate_series(1, 100) ON CONFLICT (id) DO UPDATE SET id ="
            + " next_snowflake()",
        "WITH new AS (INSERT INTO t (n) SELECT generate_series(1, 100) RETURNING id, n) SELECT *"
            + " FROM new",
        "CREATE VIEW v AS SELECT next_snowflake() AS id, g FROM generate_series(1, 100) g; INSERT"
            + " INTO t SELECT * FROM v",
        "ALTER TABLE t ADD other bigint DEFAULT next_snowflake(); INSERT INTO t (n) SELECT"
            + " generate_series(1, 100)",
        "PREPARE p AS INSERT INTO t (n) VALUES ($1); DO 'BEGIN FOR i IN 1 .. 100 LOOP EXECUTE"
            + " ''EXECUTE p('' || i || '')''; END LOOP; END'",
        "DROP TABLE t; CREATE TABLE t (id bigint DEFAULT next_snowflake(), n integer) PARTITION BY"
            + " RANGE (id); CREATE TABLE t_default PARTITION OF t DEFAULT; INSERT INTO t (n) SELECT"
            + " generate_series(1, 100)",
        "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN new.id :="
            + " next_snowflake(); RETURN new; END'; CREATE TRIGGER fill BEFORE INSERT ON t FOR EACH"
            + " ROW EXECUTE FUNCTION fill(); INSERT INTO t SELECT 0, generate_series(1, 100)",
        "INSERT INTO t SELECT 0 - g, g FROM generate_series(1, 100) g; UPDATE t SET id ="
            + " next_snowflake() WHERE n = 1; UPDATE t SET id = DEFAULT",
      })
  void eachFormGivesEachRowAnId(String sql) throws SQLException {
    database.run(sql);
    assertThat(ids()).hasSize(100).doesNotHaveDuplicates().allMatch(id -> id > 1L << 50);
  }

  @Test
  void mergeGivesEachRowAnId() throws SQLException {
    String merge =
        "MERGE INTO t USING generate_series(1, 100) g ON t.n = g WHEN NOT MATCHED THEN INSERT (n)"
            + " VALUES (g)";
    try (Connection connection = database.open()) {
      if (connection.getMetaData().getDatabaseMajorVersion() < 15) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> PostgresServer.run(connection, merge))
            .withMessageContaining("syntax error");
        return;
      }
    }
    database.run(merge, merge);
    assertThat(ids()).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void preparedStatementsBatchesAndKeysWork() throws SQLException {
    try (Connection connection = database.open();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t (n) VALUES (?)", new String[] {"id"})) {
      List<Long> keys = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
      try (ResultSet rows = insert.getGeneratedKeys()) {
        while (rows.next()) {
          keys.add(rows.getLong(1));
        }
      }
      assertIds(100);
      assertThat(ids()).isEqualTo(keys);
    }
  }

  @Test
  void copyUsesTheDefault() throws SQLException, IOException {
    try (Connection connection = database.open()) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY t (n) FROM STDIN", new StringReader("1\n2\n3\n"));
    }
    assertIds(3);
  }

  @Test
  void decodersAgreeWithTheLayout() throws SQLException, IOException {
    List<Golden> golden = GoldenIds.all();
    assertThat(golden).hasSizeGreaterThan(10);
    for (Golden id : golden) {
      assertThat(decoded(id.id())).isEqualTo(id.parts()).isEqualTo(Layout.DEFAULT.decode(id.id()));
    }
  }

  private IdParts decoded(long id) throws SQLException {
    String sql =
        "SELECT snowflake_time(id), snowflake_rollback(id), snowflake_timeline(id),"
            + " snowflake_worker(id), snowflake_sequence(id) FROM (SELECT ?::bigint) x(id)";
    try (Connection connection = database.open();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setLong(1, id);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return new IdParts(
            row.getObject(1, OffsetDateTime.class).toInstant(),
            row.getInt(2),
            row.getInt(3),
            row.getInt(4),
            row.getInt(5),
            0);
      }
    }
  }

  /** A function that PostgreSQL calls costs more than all that it does. */
  @Test
  void frequentFunctionsArePartOfTheCallersPlan() throws SQLException {
    assertThat(plan("next_snowflake()")).contains("nextval('").doesNotContain("date_part");
    assertThat(plan("snowbraid_public.home_bits()"))
        .contains("pg_walfile_name(")
        .doesNotContain("snowbraid_public");
  }

  private String plan(String expression) throws SQLException {
    return String.join("\n", database.query(String.class, "EXPLAIN VERBOSE SELECT " + expression));
  }

  @Test
  void decodersOfNullAreNull() throws SQLException {
    assertThat(database.query(Integer.class, "SELECT snowflake_worker(NULL)")).containsOnlyNulls();
    assertThat(database.query(OffsetDateTime.class, "SELECT snowflake_time(NULL)"))
        .containsOnlyNulls();
  }

  @Test
  void decodersWorkInIndexesAndGeneratedColumns() throws SQLException {
    database.run(
        "CREATE INDEX ON t (snowflake_worker(id))",
        "CREATE TABLE g (id bigint DEFAULT next_snowflake(), worker integer GENERATED ALWAYS AS"
            + " (snowflake_worker(id)) STORED, n integer)",
        "INSERT INTO g (n) VALUES (1)");
    assertThat(database.query(Integer.class, "SELECT worker FROM g")).containsExactly(127);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id FROM next_snowflakes(-1)|22023|number of ids must be between 0 and 1000000, but"
            + " is -1",
        "SELECT id FROM next_snowflakes(NULL)|22023|number of ids must be between 0 and 1000000,"
            + " but is <NULL>",
        "SELECT id FROM next_snowflakes(1000001)|22023|number of ids must be between 0 and 1000000,"
            + " but is 1000001",
        "SELECT snowflake_time(-1)|22023|id must be between 0 and 9223372036854775807, but is -1",
        "SELECT snowflake_worker(-1)|22023|id must be between 0 and 9223372036854775807, but is -1",
        "BEGIN READ ONLY; SELECT next_snowflake()|25006|cannot execute nextval() in a read-only",
        "BEGIN READ ONLY; SELECT id FROM next_snowflakes(300)|25006|in a read-only transaction",
        "DROP FUNCTION next_snowflake()|2BP01|default value for column id of table t depends on",
        "DROP SCHEMA snowbraid_public CASCADE; INSERT INTO t (n) VALUES (1)|23502|column \"id\"",
        "CREATE TABLE bad (id bigint GENERATED ALWAYS AS (next_snowflake())"
            + " STORED)|42P17|immutable",
        "CREATE INDEX ON t ((n + next_snowflake()))|42P17|must be marked IMMUTABLE",
      })
  void wrongUseIsRejectedWithItsCause(String sql, String state, String message) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run(sql))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(state))
        .withMessageContaining(message);
  }

  @Test
  void rangesOfLowBitsAreUniform() throws SQLException {
    // 63 degrees: at least 4 deviations below the mean, and 8 above it, where it falls slowly
    assertThat(chiSquareOfLowBits(1_024, 64)).isBetween(18.0, 155.0);
  }

  @Test
  @Tag("slow")
  void lowBitsAreUniform() throws SQLException {
    // 1,023 degrees: 5 deviations on each side
    assertThat(chiSquareOfLowBits(5_120, 1_024)).isBetween(800.0, 1_300.0);
  }

  /** Ids drawn one at a time, each from another millisecond: the worst case for low bits. */
  private double chiSquareOfLowBits(int draws, int values) throws SQLException {
    String sql =
        "DO $$ DECLARE ids bigint[]; id bigint; BEGIN CREATE TEMP TABLE d (id bigint); FOR i IN 1"
            + " .. %d LOOP PERFORM setval('%s', last_value | 2047) FROM %<s; INSERT INTO d VALUES"
            + " (next_snowflake()); END LOOP; END $$";
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, sql.formatted(draws, database.lane()));
      List<Long> counts =
          PostgresServer.query(
              connection,
              Long.class,
              ("SELECT count(d.id) FROM generate_series(0, %d - 1) low LEFT JOIN d ON d.id %% 1024"
                      + " * %<d / 1024 = low GROUP BY low")
                  .formatted(values));
      assertThat(counts).hasSize(values);
      double mean = draws / (double) values;
      return counts.stream().mapToDouble(c -> (c - mean) * (c - mean) / mean).sum();
    }
  }

  /** The clock stands still, so that all ids lead it. */
  @Test
  void burstLeadsTheClockByASecondAtMost() throws SQLException {
    database = server.installed();
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql RETURN "
            + FROZEN_MILLIS);
    List<Long> leads = new ArrayList<>();
    // as next_snowflakes() does, but null instead of a wait for the clock
    String sql = "SELECT (snowbraid_public.advance(%d, true) >> 22) + %<d - 1 - " + FROZEN_MILLIS;
    for (int millis : new int[] {489, 489, 39, 38, 1}) {
      leads.add(database.query(Long.class, sql.formatted(millis)).get(0));
    }
    assertThat(leads).containsExactly(488L, 977L, null, MAX_LEAD_MILLIS - 1, null);
  }
}
