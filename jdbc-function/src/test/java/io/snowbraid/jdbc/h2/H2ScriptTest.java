package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.InstalledFunctions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDatabaseFixture;
import io.snowbraid.layout.Layout;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what H2 writes and reads back: SCRIPT and RUNSCRIPT, and computed columns. */
class H2ScriptTest {

  @TempDir private Path directory;

  private JdbcDataSource original;

  private JdbcDataSource file(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:file:" + directory.resolve(name));
    database.setUser("sa");
    return database;
  }

  private static void run(JdbcDataSource database, String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<Long> ids(JdbcDataSource database, String sql) throws SQLException {
    return SqlDatabaseFixture.ids(database, sql);
  }

  @BeforeEach
  void create() {
    original = file("original");
  }

  private String script() {
    return "'" + directory.resolve("script.sql") + "'";
  }

  /**
   * Creates what H2 writes to a script: tables of a schema that sorts before PUBLIC, checks,
   * computed columns and views.
   */
  private List<Long> fill() throws SQLException {
    try (InstalledFunctions installed =
        SnowflakeFunctions.install(original, FunctionOptions.DEFAULT)) {
      assertThat(installed).isNotNull();
      run(
          original,
          "CREATE SCHEMA A",
          "CREATE TABLE A.T (ID BIGINT DEFAULT NEXT_SNOWFLAKE() PRIMARY KEY, N INT,"
              + " W INT GENERATED ALWAYS AS (SNOWFLAKE_WORKER(ID)))",
          "CREATE TABLE T (ID BIGINT DEFAULT NEXT_SNOWFLAKE() PRIMARY KEY, PARENT BIGINT,"
              + " CHECK (SNOWFLAKE_WORKER(ID) < 128), FOREIGN KEY (PARENT) REFERENCES A.T)",
          "CREATE VIEW V AS SELECT NEXT_SNOWFLAKE() AS ID, SNOWFLAKE_TIME(ID) AS AT FROM T",
          "INSERT INTO A.T (N) SELECT X FROM SYSTEM_RANGE(1, 100)",
          "INSERT INTO T (PARENT) SELECT ID FROM A.T");
      return ids(original, "SELECT ID FROM T UNION ALL SELECT ID FROM A.T");
    }
  }

  @Test
  void scriptIsReadIntoAFreshDatabaseWhichThenIssuesOtherIds() throws SQLException {
    List<Long> all = new ArrayList<>(fill());
    run(original, "SCRIPT TO " + script());
    JdbcDataSource fresh = file("fresh");
    run(fresh, "RUNSCRIPT FROM " + script());
    assertThat(ids(fresh, "SELECT ID FROM T UNION ALL SELECT ID FROM A.T"))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run(fresh, "INSERT INTO A.T (N) VALUES (1)"))
        .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE()");
    try (InstalledFunctions installed =
        SnowflakeFunctions.install(fresh, FunctionOptions.DEFAULT)) {
      assertThat(installed).isNotNull();
      run(fresh, "INSERT INTO A.T (N) SELECT X FROM SYSTEM_RANGE(1, 1000)");
      assertThat(ids(fresh, "SELECT W FROM A.T WHERE N > 100")).containsOnly(0L);
      all.addAll(ids(fresh, "SELECT ID FROM A.T WHERE N > 100"));
      all.addAll(ids(fresh, "SELECT ID FROM V"));
    }
    assertThat(all).hasSize(200 + 900 + 100).doesNotHaveDuplicates();
  }

  /** H2 writes the functions first, and not "if not exists". */
  @Test
  void scriptIsNotReadWhereTheFunctionsAre() throws SQLException {
    fill();
    run(original, "SCRIPT TO " + script());
    JdbcDataSource fresh = file("fresh");
    SnowflakeFunctions.install(fresh, FunctionOptions.DEFAULT.withoutGenerator());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run(fresh, "RUNSCRIPT FROM " + script()))
        .withMessageContaining("Function alias \"NEXT_SNOWFLAKE\" already exists");
    run(fresh, "DROP ALL OBJECTS", "RUNSCRIPT FROM " + script());
    SnowflakeFunctions.install(fresh, FunctionOptions.DEFAULT.withoutGenerator());
    assertThat(ids(fresh, "SELECT ID FROM T")).hasSize(100);
  }

  /** H2 writes domains before functions: a default of a domain cannot be read back. */
  @Test
  void domainWithTheDefaultIsNotReadBack() throws SQLException {
    fill();
    run(
        original,
        "CREATE DOMAIN ID_TYPE AS BIGINT DEFAULT NEXT_SNOWFLAKE()",
        "SCRIPT TO " + script());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run(file("fresh"), "RUNSCRIPT FROM " + script()))
        .withMessageContaining("Function \"NEXT_SNOWFLAKE\" not found");
  }

  @Test
  void computedColumnsOfPartsStayAndThatOfAnIdChanges() throws SQLException {
    fill();
    try (InstalledFunctions installed =
        SnowflakeFunctions.install(original, FunctionOptions.DEFAULT)) {
      assertThat(installed).isNotNull();
      List<Long> keys = ids(original, "SELECT ID FROM A.T ORDER BY N");
      run(original, "UPDATE A.T SET N = N + 1", "ALTER TABLE A.T ADD COLUMN M INT");
      assertThat(ids(original, "SELECT ID FROM A.T ORDER BY N")).isEqualTo(keys);
      assertThat(ids(original, "SELECT W FROM A.T"))
          .containsOnly((long) Layout.DEFAULT.decode(keys.get(0)).worker());
      run(
          original,
          "CREATE TABLE G (N INT, ID BIGINT GENERATED ALWAYS AS (NEXT_SNOWFLAKE()))",
          "INSERT INTO G (N) VALUES (1)");
      List<Long> computed = ids(original, "SELECT ID FROM G");
      run(original, "UPDATE G SET N = 2");
      assertThat(ids(original, "SELECT ID FROM G")).isNotEqualTo(computed);
    }
  }
}
