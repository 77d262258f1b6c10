package io.snowbraid.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.FunctionsDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDefaultsSuite;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

class SqliteFunctionsTest extends SqlDefaultsSuite {

  @TempDir private Path directory;

  @Override
  protected DataSource create(String name) {
    return file(name, new SQLiteConfig());
  }

  private DataSource file(String name, SQLiteConfig config) {
    SQLiteDataSource database = new SQLiteDataSource(config);
    database.setUrl("jdbc:sqlite:" + directory.resolve(name + ".db"));
    return database;
  }

  @Override
  protected boolean isInstalled() {
    return false;
  }

  @Override
  protected String rows(int count) {
    return "(WITH RECURSIVE R(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM R WHERE X < "
        + count
        + ") SELECT X FROM R)";
  }

  @Override
  protected String batch(String count) {
    return "SELECT value FROM json_each(NEXT_SNOWFLAKES(" + count + "))";
  }

  @Override
  protected String merge() {
    return "INSERT INTO T (ID, N) VALUES (NEXT_SNOWFLAKE(), 1) ON CONFLICT (N) DO NOTHING";
  }

  @Override
  protected String now() {
    return "strftime('%Y-%m-%d %H:%M:%f', 'now')";
  }

  @Override
  protected String literal(Instant time) {
    return "'" + utc(time) + "'";
  }

  @Override
  protected Object parameter(Instant time) {
    return utc(time);
  }

  /** Sessions have none: times are texts in UTC. */
  @Override
  protected void setZone(Connection connection, String zone) {}

  @Override
  protected Instant time(ResultSet row, int column) throws SQLException {
    return Instant.parse(row.getString(column).replace(' ', 'T') + "Z");
  }

  /** Not INTEGER PRIMARY KEY, for which SQLite would silently count from 1. */
  @Override
  protected String[] table() {
    return new String[] {
      "CREATE TABLE CUSTOMER (ID BIGINT NOT NULL PRIMARY KEY DEFAULT (NEXT_SNOWFLAKE()), NAME TEXT)"
    };
  }

  @Override
  protected long insertForKey(Connection connection) throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO CUSTOMER (NAME) VALUES ('k') RETURNING ID");
        ResultSet key = insert.executeQuery()) {
      return ids(key).get(0);
    }
  }

  @Test
  void timeIsReadByTheDatabase() throws SQLException {
    assertThat(ids("SELECT unixepoch(SNOWFLAKE_TIME(NEXT_SNOWFLAKE()))"))
        .containsExactly(Instant.parse("2026-01-01T00:00:00Z").getEpochSecond());
  }

  @Test
  void poolTakesItsConnectionsFromTheWrapper() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      assertIds(ids(pool, "SELECT NEXT_SNOWFLAKE() FROM " + rows(5)), 5);
      assertThat(pool.isWrapperFor(SQLiteDataSource.class)).isTrue();
      assertThat(pool.unwrap(SQLiteDataSource.class).getUrl()).contains("functions");
      SnowflakeFunctions.install(pool, FunctionOptions.DEFAULT.withoutGenerator());
    }
  }

  @Test
  void wrapperKnowsWhatItWraps() throws SQLException {
    assertThat(database.isWrapperFor(SQLiteDataSource.class)).isTrue();
    assertThat(database.isWrapperFor(HikariDataSource.class)).isFalse();
    assertThat(database.unwrap(SQLiteDataSource.class)).isNotNull();
    assertThat(database.unwrap(DataSource.class)).isSameAs(database);
  }

  @Test
  void unwrappedDataSourceIsRejected() {
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(() -> SnowflakeFunctions.install(create(newName())))
        .withMessageContaining("take connections from SnowflakeFunctions.wrap");
  }

  @Test
  void wrapperLeasesAWorkerAndReleasesIt() throws SQLException {
    DataSource empty = create(newName());
    try (Connection open = empty.getConnection()) {
      JdbcWorkerSource workers = JdbcWorkerSource.of(empty);
      try (FunctionsDataSource leasing = SnowflakeFunctions.wrap(empty, FunctionOptions.DEFAULT)) {
        assertThat(ids(leasing, "SELECT NEXT_SNOWFLAKE()")).hasSize(1);
        assertThat(workers.workers()).extracting(WorkerInfo::state).containsExactly(State.HELD);
      }
      assertThat(workers.workers()).extracting(WorkerInfo::state).containsExactly(State.RELEASED);
      assertThat(open.isClosed()).isFalse();
    }
  }

  @Test
  void connectionWithoutTheFunctionCannotInsert() throws SQLException {
    run(table());
    try (Connection bare = database.unwrap(SQLiteDataSource.class).getConnection();
        Statement statement = bare.createStatement()) {
      assertThat(ids(statement.executeQuery("SELECT ID FROM CUSTOMER"))).isEmpty();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("INSERT INTO CUSTOMER (NAME) VALUES ('a')"))
          .withMessageContaining("NEXT_SNOWFLAKE");
    }
  }

  @Test
  void connectionInATransactionGetsTheFunctionsAndStaysInIt() throws SQLException {
    run("CREATE TABLE N (N INTEGER)");
    try (Connection bare = database.unwrap(SQLiteDataSource.class).getConnection();
        Statement statement = bare.createStatement()) {
      bare.setAutoCommit(false);
      statement.execute("INSERT INTO N VALUES (1)");
      SnowflakeFunctions.install(bare, FunctionOptions.DEFAULT.withGenerator(generator));
      statement.execute("INSERT INTO N SELECT SNOWFLAKE_WORKER(NEXT_SNOWFLAKE())");
      bare.rollback();
    }
    assertThat(ids("SELECT N FROM N")).isEmpty();
  }

  @Test
  void schemaThatIsNotTrustedMayUseTheFunction() throws SQLException {
    run(table());
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA trusted_schema = OFF");
      statement.execute("INSERT INTO CUSTOMER (NAME) VALUES ('a')");
    }
    assertIds(ids("SELECT ID FROM CUSTOMER"), 1);
  }

  @Test
  void readOnlyDatabaseIssuesIdsButKeepsNone() throws SQLException {
    String name = newName();
    DataSource writable = equip(create(name), generator);
    try (Connection connection = writable.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(table()[0]);
    }
    SQLiteConfig readOnly = new SQLiteConfig();
    readOnly.setReadOnly(true);
    DataSource locked = equip(file(name, readOnly), generator);
    assertThat(ids(locked, "SELECT NEXT_SNOWFLAKE()")).hasSize(1);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ids(locked, "INSERT INTO CUSTOMER (NAME) VALUES ('a') RETURNING ID"))
        .withMessageContaining("READONLY");
  }

  @Test
  void argumentThatIsNoNumberIsRejected() {
    assertRejected("SELECT SNOWFLAKE_WORKER('x')", "argument must be a whole number, but is x");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31, 2026-01-31T00:00:00Z",
    "2026-01-31 12:30, 2026-01-31T12:30:00Z",
    "2026-01-31T12:30:15, 2026-01-31T12:30:15Z",
    "2026-01-31 12:30:15.5, 2026-01-31T12:30:15.500Z",
    "2026-01-31T12:30:15.999999Z, 2026-01-31T12:30:15.999Z",
    "2026-10-25 02:30:00+02:00, 2026-10-25T00:30:00Z",
    "2026-10-25 02:30:00+01:00, 2026-10-25T01:30:00Z",
  })
  void textOfATimeIsInUtcUnlessItHasAnOffset(String text, Instant time) throws SQLException {
    assertRange("'" + text + "'", time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'now'",
        "'x'",
        "''",
        "'2026-02-29'",
        "'2026-01-31 25:00'",
        "'2026-01-3112:00'",
        "1735689600",
        "2461072.5",
        "x'00'"
      })
  void valueThatIsNoTimeIsRejected(String value) {
    assertRejected(
        "SELECT SNOWFLAKE_MIN_ID(" + value + ")",
        "time must be a text such as 2026-01-31 12:00:00.123, but is ");
  }

  @Test
  void rangeUsesThePrimaryKey() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, N INTEGER)");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery(
                "EXPLAIN QUERY PLAN SELECT * FROM T WHERE ID >= SNOWFLAKE_MIN_ID(datetime('now',"
                    + " '-1 day'))")) {
      assertThat(plan.next()).isTrue();
      assertThat(plan.getString("detail")).startsWith("SEARCH T USING INDEX").contains("ID>?");
    }
  }

  @Test
  void partsAreReadAsJson() throws SQLException {
    assertThat(ids("SELECT SNOWFLAKE_PARTS(NEXT_SNOWFLAKE()) ->> 'worker'")).containsExactly(9L);
  }
}
