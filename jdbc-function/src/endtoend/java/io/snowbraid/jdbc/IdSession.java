package io.snowbraid.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Draws ids in all ways, whatever happens to the server, until it is told to stop. */
final class IdSession implements Runnable {

  private static final String ONE_BY_ONE = "SELECT next_snowflake() FROM generate_series(1, %d)";
  private static final String IN_BULK = "SELECT id FROM next_snowflakes(%d)";
  private static final String ROWS =
      "INSERT INTO rows (n) SELECT generate_series(1, %d) RETURNING id";

  private final DataSource database;
  private final Random random;
  private final Map<String, Integer> failures = new TreeMap<>();
  private volatile boolean stopped;
  private long[] ids = new long[1 << 16];
  private int count;

  IdSession(DataSource database, long seed) {
    this.database = database;
    this.random = new Random(seed);
  }

  void stop() {
    stopped = true;
  }

  void addTo(Findings findings) {
    Arrays.stream(ids, 0, count).forEach(findings::add);
  }

  /** Returns how often a statement failed, by the code of the cause. */
  Map<String, Integer> failures() {
    return failures;
  }

  @Override
  public void run() {
    while (!stopped) {
      try (Connection connection = database.getConnection()) {
        connection.setAutoCommit(false);
        while (!stopped) {
          transaction(connection);
        }
      } catch (SQLException e) {
        failures.merge(String.valueOf(e.getSQLState()), 1, Integer::sum);
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private void transaction(Connection connection) throws SQLException {
    switch (random.nextInt(6)) {
      case 0 -> draw(connection, ONE_BY_ONE, 2_000);
      case 1 -> draw(connection, IN_BULK, 20_000);
      case 2 -> draw(connection, ROWS, 500);
      case 3 -> undone(connection);
      case 4 -> cancelled(connection);
      default -> {
        draw(connection, ONE_BY_ONE, 1);
        draw(connection, IN_BULK, 200);
      }
    }
    if (random.nextBoolean()) {
      connection.commit();
    } else {
      connection.rollback();
    }
  }

  private void undone(Connection connection) throws SQLException {
    Savepoint before = connection.setSavepoint();
    draw(connection, ONE_BY_ONE, 500);
    draw(connection, IN_BULK, 2_000);
    connection.rollback(before);
    draw(connection, ONE_BY_ONE, 500);
  }

  /** Cancels a statement by a timeout; the ids returned before that count as issued. */
  private void cancelled(Connection connection) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement timeout = connection.createStatement()) {
      timeout.execute("SET LOCAL statement_timeout = " + (1 + random.nextInt(20)));
      draw(connection, ONE_BY_ONE, 1_000_000);
    } catch (SQLException e) {
      if (!"57014".equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
    }
  }

  private void draw(Connection connection, String sql, int atMost) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1_000);
      try (ResultSet rows = statement.executeQuery(sql.formatted(1 + random.nextInt(atMost)))) {
        while (rows.next()) {
          add(rows.getLong(1));
        }
      }
    }
  }

  private void add(long id) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
    ids[count++] = id;
  }
}
