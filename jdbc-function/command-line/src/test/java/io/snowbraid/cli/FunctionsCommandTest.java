package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions are installed by a command, or by what it prints. */
class FunctionsCommandTest extends CommandLineFixture {

  private static EmbeddedPostgres server;
  private static int databases;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String emptyDatabase() throws SQLException {
    String name = "functions_" + ++databases;
    execute(server.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
    return server.getJdbcUrl("postgres", name);
  }

  private static long number(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static long worker(String url) throws SQLException {
    return number(url, "SELECT snowflake_worker(next_snowflake())");
  }

  @Test
  void postgresIssuesIdsAfterIt() throws SQLException {
    String url = emptyDatabase();
    for (int time = 0; time < 2; time++) {
      assertThat(run("functions", "--url", url)).as(printed()).isZero();
      assertThat(out.toString()).contains("functions are installed and current");
    }
    assertThat(worker(url)).isEqualTo(127);
  }

  @Test
  void optionsAreThoseOfTheFunctions() throws SQLException {
    String url = emptyDatabase();
    String[] command = {
      "functions", "--url", url, "--workers", "0-9", "--table", "taken", "--namespace", "shop"
    };
    assertThat(run(command)).as(printed()).isZero();
    assertThat(worker(url)).isEqualTo(9);
    assertThat(number(url, "SELECT count(*) FROM taken WHERE namespace = 'shop' AND worker = 9"))
        .isOne();
  }

  @Test
  void printedScriptInstallsAsOftenAsItRunsAndItsOtherHalfRemoves() throws SQLException {
    String url = emptyDatabase();
    assertThat(run("functions", "--url", url, "--workers", "5", "--print")).isZero();
    String script = out.toString();
    execute(url, script, script);
    assertThat(worker(url)).isEqualTo(5);
    assertThat(run("uninstall", "--url", url, "--print")).isZero();
    execute(url, out.toString());
    assertThat(number(url, "SELECT count(*) FROM pg_proc WHERE proname LIKE '%snowflake%'"))
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://nowhere.invalid/shop, DO $snowbraid$",
    "jdbc:h2:tcp://nowhere.invalid/shop,     CREATE ALIAS",
    "jdbc:hsqldb:hsql://nowhere.invalid/s,   CREATE FUNCTION",
    "jdbc:mariadb://nowhere.invalid/shop,    CREATE",
    "jdbc:mysql://nowhere.invalid/shop,      CREATE",
  })
  void printingNeedsNoDatabase(String url, String beginning) {
    assertThat(run("functions", "--url", url, "--print")).as(printed()).isZero();
    assertThat(out.toString()).containsIgnoringCase(beginning);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:sqlite:shop.db", "jdbc:oracle:thin:@//nowhere/shop", "shop"})
  void databaseWithoutAScriptIsSaid(String url) {
    assertThat(run("functions", "--url", url, "--print")).isEqualTo(1);
    assertThat(err.toString()).startsWith("no script exists for the database at ");
  }

  @Test
  void functionsOfH2AreCreatedForTheProcessThatHasItOpen() throws SQLException {
    String url = "jdbc:h2:mem:functions_command;DB_CLOSE_DELAY=-1";
    try (Connection opened = DriverManager.getConnection(url)) {
      assertThat(opened.isValid(5)).isTrue();
      assertThat(run("functions", "--url", url)).as(printed()).isZero();
      assertThat(out.toString()).contains("needs a generator in the process that has the database");
      assertThat(number(url, "SELECT SNOWFLAKE_WORKER(249792116408978093)")).isBetween(0L, 127L);
    }
  }

  @Test
  void wrongShareIsRejected() throws SQLException {
    assertThat(run("functions", "--url", emptyDatabase(), "--workers", "9-1")).isEqualTo(1);
    assertThat(err.toString()).contains("9-1");
  }
}
