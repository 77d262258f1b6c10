package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Provides a database with the functions for each test, and its dialect of the statements that all
 * databases support.
 */
public abstract class SqlDatabaseFixture {

  private static final AtomicInteger NAMES = new AtomicInteger();

  protected final Snowflake generator =
      Snowflake.builder()
          .worker(WorkerSource.fixed(9))
          .clock(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")))
          .build();

  /** A database that has the functions, and a generator for them. */
  protected DataSource database;

  /** Keeps the database while no other connection is open. */
  private Connection keeper;

  /** Creates an empty database in this process, which exists while connections are open. */
  protected abstract DataSource create(String name);

  /** Returns whether the functions are stored in the database, and not in connections. */
  protected boolean isInstalled() {
    return true;
  }

  /** Installs the functions for all later connections. */
  protected final DataSource equip(DataSource dataSource, Snowflake generator) {
    if (!isInstalled()) {
      return SnowflakeFunctions.wrap(dataSource, FunctionOptions.DEFAULT.withGenerator(generator));
    }
    SnowflakeFunctions.install(dataSource, FunctionOptions.DEFAULT.withGenerator(generator));
    return dataSource;
  }

  /** Installs the functions without a generator. */
  protected final DataSource equip(DataSource dataSource) {
    if (!isInstalled()) {
      return SnowflakeFunctions.wrap(dataSource, FunctionOptions.DEFAULT.withoutGenerator());
    }
    SnowflakeFunctions.install(dataSource, FunctionOptions.DEFAULT.withoutGenerator());
    return dataSource;
  }

  /** Installs the functions with a worker from the database itself. */
  protected final DataSource equip(DataSource dataSource, FunctionOptions options) {
    if (!isInstalled()) {
      return SnowflakeFunctions.wrap(dataSource, options);
    }
    SnowflakeFunctions.install(dataSource, options);
    return dataSource;
  }

  /** Returns a FROM item that yields rows with a column X, from 1. */
  protected abstract String rows(int count);

  /** Returns a query that selects n new ids. */
  protected abstract String batch(String count);

  /** Returns a statement that inserts row 1 into CUSTOMER unless it exists. */
  protected abstract String merge();

  /** Reads a result of SNOWFLAKE_TIME. */
  protected abstract Instant time(ResultSet row, int column) throws SQLException;

  /** Returns an expression for an instant, of the type that SNOWFLAKE_TIME returns. */
  protected abstract String literal(Instant time);

  /** Formats an instant to the nanosecond, in UTC. */
  protected static String utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC)
        .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSSSSS", Locale.ROOT));
  }

  /** Returns how a query without a table ends. */
  protected String fromOneRow() {
    return "";
  }

  protected static String newName() {
    return "functions" + NAMES.incrementAndGet();
  }

  @BeforeEach
  protected final void open() throws SQLException {
    DataSource empty = create(newName());
    keeper = empty.getConnection();
    database = equip(empty, generator);
  }

  @AfterEach
  protected final void close() throws SQLException {
    keeper.close();
    generator.close();
  }

  protected final List<Long> ids(String sql) throws SQLException {
    return ids(database, sql);
  }

  public static List<Long> ids(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return ids(rows);
    }
  }

  protected static List<Long> ids(ResultSet rows) throws SQLException {
    List<Long> ids = new ArrayList<>();
    while (rows.next()) {
      ids.add(rows.getLong(1));
    }
    return ids;
  }

  protected final void run(String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  protected final void assertIds(List<Long> ids, int count) {
    assertThat(ids).hasSize(count).doesNotHaveDuplicates();
    assertThat(ids).allMatch(id -> Layout.DEFAULT.decode(id).worker() == 9);
  }

  /**
   * Asserts that the message contains the reason, because no server sends the cause of an
   * exception.
   */
  protected final void assertRejected(String sql, String cause) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ids(sql))
        .withMessageContaining(cause);
  }
}
