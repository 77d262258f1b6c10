package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A server for one test class, with a database for each test. */
final class PostgresServer implements AutoCloseable {

  /** The schema of the objects that the functions in the schema public use. */
  static final String INNER = "snowbraid_public";

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final EmbeddedPostgres server;

  PostgresServer() throws IOException {
    this(EmbeddedPostgres.builder());
  }

  PostgresServer(EmbeddedPostgres.Builder builder) throws IOException {
    this.server = builder.start();
  }

  EmbeddedPostgres server() {
    return server;
  }

  /** Creates a database and installs the functions there. */
  Database installed() throws SQLException {
    Database database = empty();
    database.install(FunctionOptions.DEFAULT);
    return database;
  }

  Database empty() throws SQLException {
    String name = "test_" + COUNT.incrementAndGet();
    new Database("postgres").run("CREATE DATABASE " + name);
    return new Database(name);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /**
   * An id and when it was drawn.
   *
   * @param before a time of the server's clock before that
   * @param after a time of the same clock after that
   */
  record TimedId(Instant before, long id, Instant after) {

    /** Asserts that its time is that of the clock, which it may lead by a second. */
    IdParts requireNow() {
      IdParts parts = Layout.DEFAULT.decode(id);
      assertThat(parts.time()).isBetween(before.minusMillis(8), after.plusMillis(1_017));
      return parts;
    }
  }

  /** One of its databases. */
  final class Database {

    private final String name;

    Database(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    DataSource dataSource() {
      return server.getDatabase("postgres", name);
    }

    Connection open() throws SQLException {
      return dataSource().getConnection();
    }

    Connection open(String role) throws SQLException {
      return server.getDatabase(role, name).getConnection();
    }

    void install(FunctionOptions options) throws SQLException {
      try (Connection connection = open()) {
        boolean isAll = options.workers().equals("all");
        WorkerShare share = isAll ? WorkerShare.ALL : WorkerShare.parse(options.workers());
        new PostgresInstaller(
                connection,
                new FunctionTarget(options.table(), options.namespace(), options.layout(), share))
            .install();
      }
    }

    void run(String... statements) throws SQLException {
      try (Connection connection = open()) {
        PostgresServer.run(connection, statements);
      }
    }

    <T> List<T> query(Class<T> type, String sql) throws SQLException {
      try (Connection connection = open()) {
        return PostgresServer.query(connection, type, sql);
      }
    }

    long nextId() throws SQLException {
      return query(Long.class, "SELECT next_snowflake()").get(0);
    }

    /** Draws an id between two looks at the server's clock. */
    TimedId nextTimedId() throws SQLException {
      try (Connection connection = open();
          PreparedStatement query =
              connection.prepareStatement(
                  "SELECT clock_timestamp(), next_snowflake(), clock_timestamp()");
          ResultSet row = query.executeQuery()) {
        row.next();
        return new TimedId(instant(row, 1), row.getLong(2), instant(row, 3));
      }
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
      return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** Returns the sequence from which the first lane draws; its name depends on the version. */
    String lane() throws SQLException {
      return query(String.class, "SELECT " + INNER + ".lane_sequence(0)::text").get(0);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns the first column of the result. */
  static <T> List<T> query(Connection connection, Class<T> type, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<T> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getObject(1, type));
      }
      return values;
    }
  }
}
