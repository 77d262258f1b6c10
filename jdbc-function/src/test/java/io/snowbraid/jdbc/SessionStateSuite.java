package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.Pools.Pool;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Compares everything that a server and its driver tell about a session, before a pool lends its
 * connection to a source and afterwards.
 */
public abstract class SessionStateSuite {

  protected static final WorkerRequest REQUEST =
      new WorkerRequest("layout", 8, 2, 1_000, Duration.ofMinutes(1), "host");

  private record Sources(JdbcWorkerSource workers, JdbcSegmentSource segments) {

    Sources(Pool pool) {
      this(
          JdbcWorkerSource.of(pool.source()),
          JdbcSegmentSource.of(pool.source()).withTableCreation(true));
    }

    void use() {
      WorkerLease lease = workers.createTableIfMissing().acquire(REQUEST);
      assertThat(lease.extend(new long[] {5, 5})).isTrue();
      lease.release(new long[] {5, 5});
      assertThat(workers.workers()).isNotEmpty();
      assertThat(segments.draw("orders", 10).first()).isPositive();
    }
  }

  /** Opens a pool to an empty database of the server. */
  protected abstract Pool open(Pools kind) throws SQLException;

  /** Returns statements that create what the session needs, and then change all of its settings. */
  protected abstract String[] changes();

  /** Returns a statement after which sources fail. */
  protected abstract String fault();

  /** Returns a query for the names and values of all settings of a session. */
  protected abstract String settings();

  /** Vibur drops a connection over which a statement failed, as the first one may. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VIBUR")
  void sessionIsTheSameAfterTheFirstUse(Pools kind) throws SQLException {
    try (Pool pool = open(kind)) {
      run(pool, changes());
      Map<String, String> before = state(pool);
      new Sources(pool).use();
      assertSame(state(pool), before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sessionIsTheSameAfterALaterUse(Pools kind) throws SQLException {
    try (Pool pool = open(kind)) {
      run(pool, changes());
      Sources sources = new Sources(pool);
      sources.use();
      run(pool, changes());
      Map<String, String> before = state(pool);
      sources.use();
      assertSame(state(pool), before);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VIBUR")
  void sessionIsTheSameAfterAFailure(Pools kind) throws SQLException {
    try (Pool pool = open(kind)) {
      run(pool, changes());
      run(pool, fault());
      Map<String, String> before = state(pool);
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> new Sources(pool).use());
      assertSame(state(pool), before);
    }
  }

  /** Without a pool, the connection also keeps what pools reset. */
  @Test
  void settingsOfTheDriverAreTheSame() throws SQLException {
    try (Pool pool = open(Pools.PLAIN);
        Connection connection = pool.source().getConnection()) {
      run(pool, changes());
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
      connection.setNetworkTimeout(Runnable::run, 77_000);
      Map<String, String> before = state(pool);
      connection.commit();
      new Sources(pool).use();
      assertSame(state(pool), before);
    }
  }

  /** Shows only what differs, of several hundred settings. */
  private static void assertSame(Map<String, String> after, Map<String, String> before) {
    assertThat(differences(after, before)).isEqualTo(differences(before, after));
  }

  private static Map<String, String> differences(
      Map<String, String> all, Map<String, String> other) {
    Map<String, String> differences = new TreeMap<>(all);
    differences.entrySet().removeAll(other.entrySet());
    return differences;
  }

  /** Runs statements on the connection of a pool. */
  protected static void run(Pool pool, String... statements) throws SQLException {
    try (Connection connection = pool.source().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private Map<String, String> state(Pool pool) throws SQLException {
    Map<String, String> state = new TreeMap<>();
    try (Connection connection = pool.source().getConnection()) {
      state.put("auto-commit", String.valueOf(connection.getAutoCommit()));
      state.put("read-only", String.valueOf(connection.isReadOnly()));
      state.put("isolation", String.valueOf(connection.getTransactionIsolation()));
      state.put("network timeout", String.valueOf(connection.getNetworkTimeout()));
      state.put("holdability", String.valueOf(connection.getHoldability()));
      state.put("client info", String.valueOf(new TreeMap<>(connection.getClientInfo())));
      state.put("catalog", connection.getCatalog());
      state.put("schema", String.valueOf(connection.getSchema()));
      try (Statement statement = connection.createStatement()) {
        state.put("query timeout", String.valueOf(statement.getQueryTimeout()));
        try (ResultSet rows = statement.executeQuery(settings())) {
          while (rows.next()) {
            state.put(rows.getString(1), rows.getString(2));
          }
        }
      }
    }
    assertThat(state).hasSizeGreaterThan(30);
    return state;
  }
}
