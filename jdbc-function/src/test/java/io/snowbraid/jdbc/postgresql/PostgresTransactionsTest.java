package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.testing.Crowd;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sessions that share the functions and roll back, are cancelled or stay open. */
class PostgresTransactionsTest extends PostgresTestCase {

  private static final int SESSIONS = 12;

  /** Tags tests that leave the functions as they are. */
  private static final String SHARED = "shared";

  /**
   * What a statement that ran out of time ends with. The text beside it names a user's request
   * instead when the timeout strikes between two statements, so tests do not look at it.
   */
  private static final String QUERY_CANCELED = "57014";

  /**
   * A query for the locks of this session, on objects that the functions use, that others would
   * wait for.
   */
  private static final String LOCKS =
      "SELECT l.mode || ' ' || coalesce(l.relation::regclass::text, l.locktype) FROM pg_locks l"
          + " LEFT JOIN pg_class c ON c.oid = l.relation WHERE pid = pg_backend_pid()"
          + " AND (locktype = 'advisory' OR c.relkind <> 'S' AND relnamespace ="
          + " 'snowbraid_public'::regnamespace) AND mode <> 'AccessShareLock'";

  /** A database for tests that change nothing. */
  private static PostgresServer.Database shared;

  @BeforeAll
  static void share() throws SQLException {
    shared = server.installed();
  }

  @BeforeEach
  void install(TestInfo test) throws SQLException {
    database = test.getTags().contains(SHARED) ? shared : server.installed();
  }

  private interface Session {
    void run(Connection connection, List<Long> ids) throws SQLException;
  }

  /** Returns all ids that the sessions drew, each over a connection of its own. */
  private List<Long> drawn(int sessions, Session session) throws Exception {
    Callable<List<Long>> draw =
        () -> {
          List<Long> ids = new ArrayList<>();
          try (Connection connection = database.open()) {
            session.run(connection, ids);
          }
          return ids;
        };
    return Crowd.call(sessions, draw).stream().flatMap(List::stream).toList();
  }

  private static int duplicates(List<Long> ids) {
    return ids.size() - new HashSet<>(ids).size();
  }

  private static List<Long> query(Connection connection, String sql) throws SQLException {
    return PostgresServer.query(connection, Long.class, sql);
  }

  /** Draws ids one by one and in bulk, and commits, rolls back and cancels. */
  private static void mixed(Connection connection, List<Long> ids, int rounds) throws SQLException {
    for (int i = 0; i < rounds; i++) {
      ids.addAll(query(connection, "SELECT next_snowflake() FROM generate_series(1, 500)"));
      ids.addAll(query(connection, "SELECT id FROM next_snowflakes(" + (200 + 100 * i) + ")"));
      connection.setAutoCommit(false);
      Savepoint before = connection.setSavepoint();
      ids.addAll(query(connection, "SELECT next_snowflake() FROM generate_series(1, 100)"));
      connection.rollback(before);
      ids.addAll(query(connection, "SELECT next_snowflake() FROM generate_series(1, 100)"));
      connection.rollback();
      PostgresServer.run(connection, "SET LOCAL statement_timeout = " + (1 + i % 5));
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  query(
                      connection,
                      "SELECT max(next_snowflake()) FROM generate_series(1, 100000000)"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(QUERY_CANCELED));
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  @Tag(SHARED)
  void sessionsNeverDrawTheSameId() throws Exception {
    requireDifferent(10, 150_000);
  }

  @Test
  @Tag("slow")
  void sessionsNeverDrawTheSameOfManyIds() throws Exception {
    requireDifferent(40, 1_000_000);
  }

  private void requireDifferent(int rounds, int minIds) throws Exception {
    List<Long> ids = drawn(SESSIONS, (connection, own) -> mixed(connection, own, rounds));
    assertThat(ids.size()).isGreaterThan(minIds);
    assertThat(duplicates(ids)).isZero();
  }

  /** Without the lock, two sessions move the lane to the same millisecond. */
  @Test
  void checkerRejectsFunctionsWithoutTheLock() throws Exception {
    database.run(
        "DO $$ DECLARE body text; BEGIN SELECT"
            + " pg_get_functiondef('snowbraid_public.advance'::regproc) INTO body; EXECUTE"
            + " replace(replace(body, 'LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;', ''),"
            + " 'clock := clock_ms();', 'clock := clock_ms(); PERFORM pg_sleep(0.001);'); END $$");
    List<Long> ids = new ArrayList<>();
    for (int attempt = 0; attempt < 100 && duplicates(ids) == 0; attempt++) {
      ids.addAll(
          drawn(
              SESSIONS,
              (connection, own) -> {
                for (int i = 0; i < 10; i++) {
                  own.addAll(
                      query(connection, "SELECT next_snowflake() FROM generate_series(1, 500)"));
                }
              }));
    }
    assertThat(duplicates(ids)).isPositive();
  }

  @Test
  @Tag(SHARED)
  void undoneIdsAreNotIssuedAgain() throws SQLException {
    Set<Long> ids = new HashSet<>();
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 200; i++) {
        Savepoint before = connection.setSavepoint();
        assertThat(ids.addAll(query(connection, "SELECT next_snowflake()"))).isTrue();
        assertThat(ids.addAll(query(connection, "SELECT id FROM next_snowflakes(300)"))).isTrue();
        connection.rollback(before);
      }
    }
    assertThat(ids).hasSize(200 * 301);
  }

  @ParameterizedTest
  @Tag(SHARED)
  @ValueSource(
      strings = {"SELECT next_snowflake()", "SELECT count(*) FROM next_snowflakes(100000)"})
  void openTransactionLocksNothing(String sql) throws SQLException {
    try (Connection open = database.open()) {
      open.setAutoCommit(false);
      assertThat(query(open, sql)).hasSize(1);
      assertThat(PostgresServer.query(open, String.class, LOCKS)).isEmpty();
      assertThat(drawnWithinATransactionOfAnother()).hasSize(10_000);
    }
  }

  private List<Long> drawnWithinATransactionOfAnother() throws SQLException {
    try (Connection other = database.open()) {
      PostgresServer.run(other, "SET lock_timeout = 5000");
      return query(other, "SELECT next_snowflake() FROM generate_series(1, 10000)");
    }
  }

  @Test
  void locksOfAFailedCallAreGone() throws SQLException {
    try (Connection holder = database.open();
        Connection waiting = database.open()) {
      holder.setAutoCommit(false);
      PostgresServer.run(holder, "LOCK TABLE snowbraid_public.turn");
      waiting.setAutoCommit(false);
      Savepoint before = waiting.setSavepoint();
      PostgresServer.run(waiting, "SET lock_timeout = 50");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> query(waiting, "SELECT next_snowflake()"))
          .withMessageContaining("lock timeout");
      waiting.rollback(before);
      assertThat(PostgresServer.query(waiting, String.class, LOCKS)).isEmpty();
      holder.rollback();
      assertThat(query(waiting, "SELECT next_snowflake()")).hasSize(1);
    }
  }

  /** Locks that maintenance and dumps hold for a long time must not delay callers. */
  @ParameterizedTest
  @Tag(SHARED)
  @ValueSource(
      strings = {
        "SELECT * FROM snowbraid_public.node",
        "SELECT last_value FROM snowbraid_public.lane_0",
        "SELECT last_value FROM %s",
        "ANALYZE",
        "ANALYZE snowbraid_public.node, snowbraid_public.turn",
        "CREATE INDEX ON snowbraid_public.node (namespace)",
        "SELECT * FROM snowbraid_public.node FOR UPDATE",
        "LOCK TABLE snowbraid_public.node IN ACCESS SHARE MODE",
        "SELECT count(*) FROM next_snowflakes(1000)",
        "SELECT * FROM snowbraid_worker FOR UPDATE",
      })
  void longTransactionsHoldNobodyUp(String sql) throws SQLException {
    try (Connection holder = database.open()) {
      holder.setAutoCommit(false);
      PostgresServer.run(holder, sql.formatted(database.lane()));
      assertThat(drawnWithinATransactionOfAnother()).hasSize(10_000).doesNotHaveDuplicates();
    }
  }

  /** Maintenance must not look like a crash. */
  @ParameterizedTest
  @ValueSource(strings = {"VACUUM (FREEZE, ANALYZE)", "VACUUM (FULL)"})
  void vacuumKeepsTheMark(String vacuum) throws SQLException {
    assumeTrue(
        database
                .query(Integer.class, "SELECT current_setting('server_version_num')::integer")
                .get(0)
            >= 150_000,
        "in version 14, VACUUM FULL takes the mark away");
    for (int round = 0; round < 3; round++) {
      database.run(vacuum);
      assertThat(database.query(Integer.class, "SELECT snowflake_rollback(next_snowflake())"))
          .containsExactly(0);
    }
  }

  @ParameterizedTest
  @Tag(SHARED)
  @ValueSource(ints = {2, 4, 8})
  void isolationLevelsDoNotMatter(int level) throws SQLException {
    try (Connection connection = database.open()) {
      connection.setTransactionIsolation(level);
      connection.setAutoCommit(false);
      List<Long> ids = query(connection, "SELECT next_snowflake() FROM generate_series(1, 5000)");
      ids.addAll(drawnWithinATransactionOfAnother());
      ids.addAll(query(connection, "SELECT next_snowflake() FROM generate_series(1, 5000)"));
      assertThat(ids).hasSize(20_000).doesNotHaveDuplicates().isSorted();
    }
  }
}
