package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.WorkerSource;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeFunctionsTest {

  private final Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(9)).build();
  private HikariDataSource database;

  @BeforeEach
  void open() {
    database = pool("jdbc:h2:mem:install");
  }

  @AfterEach
  void close() {
    database.close();
    generator.close();
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("sa");
    config.setMaximumPoolSize(8);
    return new HikariDataSource(config);
  }

  private static long selectId(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT NEXT_SNOWFLAKE()")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  @Test
  void installsOnceAndForAllConnections() throws SQLException {
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    try (Connection one = database.getConnection();
        Connection other = database.getConnection()) {
      assertThat(selectId(one)).isLessThan(selectId(other));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATABASE_TO_LOWER=TRUE",
        "CASE_INSENSITIVE_IDENTIFIERS=TRUE",
        "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE",
        "MODE=MySQL",
        "MODE=Oracle",
        "INIT=CREATE SCHEMA IF NOT EXISTS APP\\;SET SCHEMA APP",
      })
  void installsInEveryModeAndSchema(String mode) throws SQLException {
    try (HikariDataSource other = pool("jdbc:h2:mem:mode;" + mode)) {
      SnowflakeFunctions.install(other, FunctionOptions.DEFAULT.withGenerator(generator));
      SnowflakeFunctions.install(other, FunctionOptions.DEFAULT.withoutGenerator());
      try (Connection connection = other.getConnection()) {
        assertThat(generator.layout().decode(selectId(connection)).worker()).isEqualTo(9);
      }
    }
  }

  @RepeatedTest(20)
  void racingInstallersAllSucceed() throws Exception {
    FunctionOptions options = FunctionOptions.DEFAULT.withGenerator(generator);
    assertThat(Crowd.call(8, () -> SnowflakeFunctions.install(database, options))).hasSize(8);
  }

  @Test
  void neverCommitsTheCallersTransaction() throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      connection, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessageStartingWith("connection must be in auto-commit mode");
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE T(N INT)");
        statement.execute("INSERT INTO T VALUES (1)");
        SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
        connection.rollback();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM T")) {
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }

  @Test
  void userWithoutRightsInstallsWhatIsThere() throws SQLException {
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER GUEST PASSWORD 'guest'");
      try (Connection guest =
          DriverManager.getConnection("jdbc:h2:mem:install", "guest", "guest")) {
        SnowflakeFunctions.install(guest, FunctionOptions.DEFAULT.withoutGenerator());
        assertThat(selectId(guest)).isPositive();
      }
    }
  }

  @Test
  void foreignFunctionOfThatNameIsRejected() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ALIAS NEXT_SNOWFLAKE FOR 'java.lang.System.nanoTime'");
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      connection, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessage(
              "function NEXT_SNOWFLAKE already exists, as an alias of java.lang.System.nanoTime;"
                  + " drop it first");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Oracle", "Microsoft SQL Server", "MariaDB", "MySQL"})
  void otherDatabasesAreRejected(String product) {
    DatabaseMetaData metaData = fake(DatabaseMetaData.class, "getDatabaseProductName", product);
    Connection connection = fake(Connection.class, "getMetaData", metaData);
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () ->
                SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator()))
        .withMessageStartingWith("database must be H2, PostgreSQL, HSQLDB or SQLite ")
        .withMessageContaining(
            "but is "
                + product
                + "; generate ids in the application, with workers from"
                + " JdbcWorkerSource.of(dataSource)")
        .satisfies(
            e ->
                assertThat(e.getMessage().contains("SnowflakeFunctions.script"))
                    .isEqualTo(product.startsWith("M") && product.length() < 8));
  }

  private static <T> T fake(Class<T> type, String method, Object result) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, called, arguments) -> {
              if (called.getName().equals(method)) {
                return result;
              }
              throw new UnsupportedOperationException(called.getName());
            });
    return type.cast(proxy);
  }

  @Test
  void secondOpenGeneratorIsRejected() {
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
    try (Snowflake second = Snowflake.builder().worker(WorkerSource.fixed(10)).build()) {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      database, FunctionOptions.DEFAULT.withGenerator(second)))
          .withMessageStartingWith(
              "SQL functions of mem:install already take ids from Snowflake[worker=9");
      generator.close();
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(second));
    }
  }

  @Test
  void databasesOfOneProcessMayHaveGeneratorsOfTheirOwn() throws SQLException {
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
    try (Snowflake second = Snowflake.builder().worker(WorkerSource.fixed(10)).build();
        HikariDataSource other = pool("jdbc:h2:mem:other")) {
      SnowflakeFunctions.install(other, FunctionOptions.DEFAULT.withGenerator(second));
      try (Connection here = database.getConnection();
          Connection there = other.getConnection()) {
        assertThat(generator.layout().decode(selectId(here)).worker()).isEqualTo(9);
        assertThat(generator.layout().decode(selectId(there)).worker()).isEqualTo(10);
      }
    }
  }

  @Test
  void reopenedDatabaseFindsItsGeneratorAgain(@TempDir Path directory) throws SQLException {
    String url = "jdbc:h2:" + directory.resolve("file");
    try (HikariDataSource file = pool(url)) {
      SnowflakeFunctions.install(file, FunctionOptions.DEFAULT.withGenerator(generator));
    }
    try (HikariDataSource file = pool(url);
        Connection connection = file.getConnection()) {
      assertThat(generator.layout().decode(selectId(connection)).worker()).isEqualTo(9);
    }
  }

  @Test
  void databaseOfAServerTakesNoGeneratorFromItsClients() throws SQLException {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (HikariDataSource remote =
        pool("jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:remote")) {
      SnowflakeFunctions.install(remote, FunctionOptions.DEFAULT.withoutGenerator());
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      remote, FunctionOptions.DEFAULT.withGenerator(generator)))
          .withMessageStartingWith("database must be open in this process");
    } finally {
      server.stop();
    }
  }

  @Test
  void unreachableDatabaseIsReportedWithItsCause() {
    database.close();
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () -> SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator()))
        .withCauseInstanceOf(SQLException.class);
  }
}
