package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.InstalledFunctions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDefaultsSuite;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import javax.sql.DataSource;
import org.h2.engine.Mode;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class H2FunctionsTest extends SqlDefaultsSuite {

  @Override
  protected DataSource create(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + name);
    database.setUser("sa");
    return database;
  }

  @Override
  protected String rows(int count) {
    return "SYSTEM_RANGE(1, " + count + ")";
  }

  @Override
  protected String batch(String count) {
    return "SELECT ID FROM NEXT_SNOWFLAKES(" + count + ")";
  }

  @Override
  protected String merge() {
    return "MERGE INTO T USING (VALUES(1)) AS V(X) ON T.N = V.X WHEN NOT MATCHED THEN INSERT (ID,"
        + " N) VALUES (NEXT_SNOWFLAKE(), 1)";
  }

  @Override
  protected String literal(Instant time) {
    return "TIMESTAMP WITH TIME ZONE '" + utc(time) + "+00:00'";
  }

  @Override
  protected String dropping(String function) {
    return "DROP ALIAS " + function;
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
  void keysOfABatchComeBack() throws SQLException {
    run(table());
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO CUSTOMER (NAME) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 10; i++) {
        insert.setString(1, "b" + i);
        insert.addBatch();
      }
      insert.executeBatch();
      assertThat(ids(insert.getGeneratedKeys())).isEqualTo(ids("SELECT ID FROM CUSTOMER"));
    }
  }

  /** H2 calls the function three times, two of them only for its columns. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ID FROM NEXT_SNOWFLAKES(?)",
        "SELECT * FROM (SELECT ID FROM NEXT_SNOWFLAKES(?)) AS N",
        "WITH N(ID) AS (SELECT ID FROM NEXT_SNOWFLAKES(?)) SELECT ID FROM N",
      })
  void bulkOfAParameterWastesNoIds(String sql) throws SQLException {
    long before = generator.nextId();
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setInt(1, 2);
      assertThat(ids(select.executeQuery())).containsExactly(before + 1, before + 2);
      assertThat(ids(select.executeQuery())).containsExactly(before + 3, before + 4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyCompatibilityModeWorks(Mode.ModeEnum mode) throws SQLException {
    assertWorksIn("MODE=" + mode);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATABASE_TO_UPPER=FALSE",
        "DATABASE_TO_LOWER=TRUE",
        "CASE_INSENSITIVE_IDENTIFIERS=TRUE",
        "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
        "MODE=MySQL;DATABASE_TO_UPPER=FALSE",
      })
  void everySpellingWorks(String settings) throws SQLException {
    assertWorksIn(settings);
  }

  private void assertWorksIn(String settings) throws SQLException {
    DataSource other = create(newName() + ";" + settings);
    try (Connection connection = other.getConnection();
        Statement statement = connection.createStatement()) {
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withGenerator(generator));
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
      statement.execute(
          "create table customer (id bigint default next_snowflake() primary key, name"
              + " varchar(9))");
      statement.execute("insert into customer (name) values ('a'), ('b')");
      statement.execute("insert into customer (id, name) select id, 'c' from next_snowflakes(3)");
      List<Long> ids = ids(statement.executeQuery("select id from customer"));
      ids.addAll(ids(statement.executeQuery("SELECT NEXT_SNOWFLAKE() FROM SYSTEM_RANGE(1, 5)")));
      assertIds(ids, 10);
      assertThat(ids(statement.executeQuery("select snowflake_worker(id) from customer")))
          .containsOnly(9L);
    }
  }

  @Test
  void functionUnderATableCannotBeDropped() throws SQLException {
    run(table());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("DROP ALIAS NEXT_SNOWFLAKE"))
        .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(90107));
  }

  @Test
  void readOnlyDatabaseCannotGetTheFunctions(@TempDir Path directory) throws SQLException {
    String url = "jdbc:h2:" + directory.resolve("file");
    DriverManager.getConnection(url, "sa", "").close();
    try (Connection connection =
        DriverManager.getConnection(url + ";ACCESS_MODE_DATA=r", "sa", "")) {
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      connection, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessageContaining("read only")
          .withCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void guestMayUseButNotInstall() throws SQLException {
    DataSource other = create(newName());
    try (Connection admin = other.getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE USER GUEST PASSWORD 'guest'");
      try (Connection guest = other.getConnection("GUEST", "guest");
          Statement guests = guest.createStatement()) {
        assertThatExceptionOfType(FunctionInstallException.class)
            .isThrownBy(
                () ->
                    SnowflakeFunctions.install(
                        guest, FunctionOptions.DEFAULT.withGenerator(generator)))
            .withMessageContaining("requires administrator privileges")
            .withCauseInstanceOf(SQLException.class);
        SnowflakeFunctions.install(admin, FunctionOptions.DEFAULT.withoutGenerator());
        SnowflakeFunctions.install(guest, FunctionOptions.DEFAULT.withoutGenerator());
        assertIds(ids(guests.executeQuery("SELECT NEXT_SNOWFLAKE()")), 1);
      }
    }
  }

  @Test
  void scriptCreatesWhatTheInstallerLooksFor() throws SQLException {
    try (Connection connection = create(newName()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(SnowflakeFunctions.script(ScriptDialect.H2, FunctionOptions.DEFAULT));
      assertThat(new H2Dialect().installer(connection, FunctionTarget.DEFAULT).isInstalled())
          .isTrue();
    }
  }

  /** A pool of another application context may have leased before, and be closed by now. */
  @Test
  void leaseOverAnotherDataSourceTakesThePlaceOfTheFirst() throws SQLException {
    String name = newName();
    DataSource first = create(name);
    try (Connection open = first.getConnection();
        Statement statement = open.createStatement()) {
      SnowflakeFunctions.install(first, FunctionOptions.DEFAULT);
      SnowflakeFunctions.install(first, FunctionOptions.DEFAULT);
      assertThat(JdbcWorkerSource.of(first).workers()).hasSize(1);
      SnowflakeFunctions.install(create(name), FunctionOptions.DEFAULT);
      assertThat(JdbcWorkerSource.of(first).workers()).hasSize(2);
      assertThat(ids(statement.executeQuery("SELECT SNOWFLAKE_WORKER(NEXT_SNOWFLAKE())")))
          .containsExactly(1L);
    }
  }

  @Test
  void connectionNeedsFunctionsThatHaveAGenerator() throws SQLException {
    String name = newName();
    try (Connection connection = create(name).getConnection()) {
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(() -> SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT))
          .withMessageStartingWith("no generator is set for the functions in mem:" + name);
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
      try (InstalledFunctions functions = SnowflakeFunctions.install(create(name))) {
        SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT);
        assertThat(functions).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ID >= SNOWFLAKE_MIN_ID(CURRENT_TIMESTAMP - INTERVAL '1' DAY)",
        "ID BETWEEN SNOWFLAKE_MIN_ID(TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00+00') AND"
            + " SNOWFLAKE_MAX_ID(CURRENT_TIMESTAMP)",
        "ID < SNOWFLAKE_MIN_ID(CAST(? AS TIMESTAMP WITH TIME ZONE))",
      })
  void rangeUsesThePrimaryKey(String range) throws SQLException {
    run("CREATE TABLE T (ID BIGINT PRIMARY KEY, N INTEGER)");
    run("INSERT INTO T SELECT X, X FROM SYSTEM_RANGE(1, 10000)");
    try (Connection connection = database.getConnection();
        PreparedStatement explain =
            connection.prepareStatement("EXPLAIN SELECT * FROM T WHERE " + range)) {
      if (range.contains("?")) {
        explain.setObject(1, Instant.parse("2026-01-01T00:00:00Z"));
      }
      try (ResultSet row = explain.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).contains("PUBLIC.PRIMARY_KEY").doesNotContain("tableScan");
      }
    }
  }

  /** Without a zone, a time is of the session's zone, as everywhere in H2. */
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
  void nameOfAnotherFunctionIsRefused() throws SQLException {
    try (Connection connection = create(newName()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ALIAS SNOWFLAKE_PARTS FOR 'java.lang.Math.abs(long)'");
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      connection, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessageContaining("function SNOWFLAKE_PARTS already exists, as an alias of");
    }
  }
}
