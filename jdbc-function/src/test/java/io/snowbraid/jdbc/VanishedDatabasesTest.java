package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database in memory that has ended leaves no generator behind. */
@Tag("slow")
class VanishedDatabasesTest {

  private static final int COUNT = 20;
  private static final int DEADLINE_SECONDS = 60;

  private static DataSource h2(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + name);
    return database;
  }

  private static void installAndClose(int number) throws SQLException {
    DataSource database = h2("vanished" + number);
    try (Connection open = database.getConnection()) {
      SnowflakeFunctions.install(database);
      assertThat(GeneratorRegistry.forDatabase("mem:vanished" + number)).isPresent();
      assertThat(nextId(open)).isPositive();
    }
  }

  private static long nextId(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        var row = statement.executeQuery("CALL NEXT_SNOWFLAKE()")) {
      return row.next() ? row.getLong(1) : -1;
    }
  }

  private static void awaitForgotten(String database) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (GeneratorRegistry.forDatabase(database).isPresent()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void bindingsOfVanishedDatabasesAreForgotten() throws SQLException {
    for (int number = 0; number < COUNT; number++) {
      installAndClose(number);
    }
    IntStream.range(0, COUNT).forEach(number -> awaitForgotten("mem:vanished" + number));
  }

  @Test
  void leasedGeneratorIsClosedAndOneThatWasPassedInIsNot() throws SQLException {
    DataSource database = h2("leased");
    Optional<Snowflake> leased;
    try (Connection open = database.getConnection()) {
      assertThat(open.isValid(1)).isTrue();
      SnowflakeFunctions.install(database);
      leased = GeneratorRegistry.forDatabase("mem:leased");
    }
    try (Snowflake own = Snowflake.builder().worker(WorkerSource.fixed(77)).build()) {
      try (Connection open = h2("own").getConnection()) {
        SnowflakeFunctions.install(open, FunctionOptions.DEFAULT.withGenerator(own));
      }
      awaitForgotten("mem:leased");
      awaitForgotten("mem:own");
      assertThat(own.isOpen()).isTrue();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (leased.orElseThrow().isOpen()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void databaseOfTheSameNameHasAGeneratorOfItsOwn() throws SQLException {
    DataSource database = h2("again");
    Optional<Snowflake> first;
    try (Connection open = database.getConnection()) {
      SnowflakeFunctions.install(database);
      first = GeneratorRegistry.forDatabase("mem:again");
      assertThat(nextId(open)).isPositive();
    }
    try (Connection open = database.getConnection();
        InstalledFunctions functions = SnowflakeFunctions.install(database)) {
      assertThat(functions).isNotNull();
      assertThat(GeneratorRegistry.forDatabase("mem:again")).isPresent().isNotEqualTo(first);
      assertThat(nextId(open)).isPositive();
    }
    assertThat(GeneratorRegistry.forDatabase("mem:again")).isEmpty();
  }

  /** HSQLDB does not tell that a database is gone, but its successor has another engine. */
  @Test
  void hsqldbDatabaseOfTheSameNameReplacesOneThatWasShutDown() throws SQLException {
    String url = "jdbc:hsqldb:mem:vanished";
    try (Snowflake first = Snowflake.builder().worker(WorkerSource.fixed(78)).build();
        Snowflake second = Snowflake.builder().worker(WorkerSource.fixed(79)).build()) {
      installAndShutDown(url, first);
      installAndShutDown(url, second);
      assertThat(first.isOpen()).isTrue();
    }
  }

  private static void installAndShutDown(String url, Snowflake ids) throws SQLException {
    try (Connection open = DriverManager.getConnection(url);
        Statement statement = open.createStatement()) {
      SnowflakeFunctions.install(open, FunctionOptions.DEFAULT.withGenerator(ids));
      assertThat(GeneratorRegistry.forDatabase(url)).contains(ids);
      statement.execute("SHUTDOWN");
    }
  }
}
