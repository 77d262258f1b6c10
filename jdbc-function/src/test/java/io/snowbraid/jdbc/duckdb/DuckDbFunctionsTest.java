package io.snowbraid.jdbc.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDefaultsSuite;
import io.snowbraid.jdbc.UrlDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Properties;
import javax.sql.DataSource;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DuckDbFunctionsTest extends SqlDefaultsSuite {

  @TempDir private Path directory;

  @Override
  protected DataSource create(String name) {
    return UrlDataSource.of("jdbc:duckdb:" + directory.resolve(name + ".duckdb"));
  }

  @Override
  protected boolean isInstalled() {
    return false;
  }

  @Override
  protected String rows(int count) {
    return "range(1, " + (count + 1) + ") AS R(X)";
  }

  @Override
  protected String batch(String count) {
    return "SELECT ID FROM NEXT_SNOWFLAKES(" + count + ")";
  }

  @Override
  protected String merge() {
    return "MERGE INTO T USING (VALUES(1)) AS V(X) ON T.N = V.X"
        + " WHEN NOT MATCHED THEN INSERT (ID, N) VALUES (NEXT_SNOWFLAKE(), 1)";
  }

  @Override
  protected String literal(Instant time) {
    return "TIMESTAMPTZ '" + utc(time).substring(0, 26) + "+00'";
  }

  @Override
  protected void setZone(Connection connection, String zone) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = '" + zone + "'");
    }
  }

  @Override
  protected Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  @Override
  protected String[] table() {
    return new String[] {
      "CREATE TABLE CUSTOMER (ID BIGINT DEFAULT NEXT_SNOWFLAKE() PRIMARY KEY, NAME VARCHAR)"
    };
  }

  @Override
  protected long insertForKey(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO CUSTOMER (NAME) VALUES ('k')", Statement.RETURN_GENERATED_KEYS)) {
      insert.executeUpdate();
      return ids(insert.getGeneratedKeys()).get(0);
    }
  }

  @Test
  void reopenedDatabaseInsertsOnlyThroughTheWrapper() throws SQLException {
    String name = newName();
    DataSource bare = create(name);
    DataSource equipped = equip(bare, generator);
    try (Connection connection = equipped.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(table()[0]);
    }
    try (Connection connection = bare.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(ids(statement.executeQuery("SELECT ID FROM CUSTOMER"))).isEmpty();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("INSERT INTO CUSTOMER (NAME) VALUES ('a')"))
          .withMessageContaining("next_snowflake");
    }
    assertIds(ids(equipped, "INSERT INTO CUSTOMER (NAME) VALUES ('a') RETURNING ID"), 1);
  }

  @Test
  void connectionInATransactionIsRejected() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      connection.setAutoCommit(false);
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () -> SnowflakeFunctions.installWithoutGenerator(connection, FunctionOptions.DEFAULT))
          .withMessageStartingWith("connection must be in auto-commit mode");
    }
  }

  @Test
  void functionCannotBeDropped() {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("DROP FUNCTION NEXT_SNOWFLAKE"));
  }

  @Test
  void readOnlyDatabaseIssuesIdsButKeepsNone() throws SQLException {
    String name = newName();
    String url = "jdbc:duckdb:" + directory.resolve(name + ".duckdb");
    try (Connection connection = equip(create(name), generator).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(table()[0]);
    }
    Properties readOnly = new Properties();
    readOnly.setProperty(DuckDBDriver.DUCKDB_READONLY_PROPERTY, "true");
    try (Connection connection = DriverManager.getConnection(url, readOnly);
        Statement statement = connection.createStatement()) {
      SnowflakeFunctions.install(connection, generator);
      assertIds(ids(statement.executeQuery("SELECT NEXT_SNOWFLAKE()")), 1);
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("INSERT INTO CUSTOMER (NAME) VALUES ('a')"))
          .withMessageContaining("read-only");
    }
  }

  @Test
  void partsAreReadAsJson() throws SQLException {
    assertThat(ids("SELECT (SNOWFLAKE_PARTS(NEXT_SNOWFLAKE())->>'worker')::BIGINT"))
        .containsExactly(9L);
  }

  @Test
  void endlessTimeIsRejected() {
    assertRejected("SELECT SNOWFLAKE_MIN_ID('infinity'::TIMESTAMPTZ)", "time must be in [");
    assertRejected("SELECT SNOWFLAKE_MAX_ID('-infinity'::TIMESTAMPTZ)", "time must be in [");
  }

  /** Without a zone, a time is of the session's zone, as everywhere in DuckDB. */
  @Test
  void timeWithoutAZoneIsOfTheSession() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      setZone(connection, "America/New_York");
      assertThat(
              ids(
                  statement.executeQuery(
                      "SELECT SNOWFLAKE_MIN_ID(TIMESTAMP '2026-01-31 07:00:00')")))
          .containsExactly(Layout.DEFAULT.minId(Instant.parse("2026-01-31T12:00:00Z")));
    }
  }

  @Test
  void rangeOfTheLastDayFindsItsRows() throws SQLException {
    assertThat(ids("SELECT SNOWFLAKE_MIN_ID(now() - INTERVAL 1 DAY)"))
        .first()
        .satisfies(id -> assertThat(Layout.DEFAULT.decode(id).time()).isBefore(Instant.now()));
  }

  /** DuckDB then skips the row groups of other times. */
  @ParameterizedTest
  @ValueSource(strings = {"now() - INTERVAL 1 DAY", "TIMESTAMPTZ '2026-01-01 00:00:00+00'"})
  void rangeIsAFilterOfTheScan(String time) throws SQLException {
    run("CREATE TABLE T (ID BIGINT PRIMARY KEY, N INTEGER)");
    run("INSERT INTO T VALUES (0, 0), (9223372036854775807, 1)");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery(
                "EXPLAIN SELECT N FROM T WHERE ID >= SNOWFLAKE_MIN_ID(" + time + ")")) {
      assertThat(plan.next()).isTrue();
      assertThat(plan.getString(2)).contains("Filters:").doesNotContain("FILTER");
    }
  }
}
