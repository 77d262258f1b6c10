package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.layout.Layout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests a server that crashes with much of its log unwritten. It crashes when one of its backends
 * is killed.
 */
@Tag("slow")
class PostgresCrashTest {

  private static final long STEP_MILLIS = 5_000;

  private PostgresServer server;
  private PostgresServer.Database database;

  /** Whether the server has a function that flushes its log. */
  private boolean isFlushed;

  /** If a lane has to wait for the log writer, gives that its default speed. */
  @BeforeEach
  void start() throws IOException, SQLException {
    server =
        new PostgresServer(EmbeddedPostgres.builder().setServerConfig("wal_writer_delay", "10s"));
    PostgresServer.Database admin = server.new Database("postgres");
    isFlushed =
        admin.query(Integer.class, "SELECT current_setting('server_version_num')::integer").get(0)
            >= 170_000;
    if (!isFlushed) {
      admin.run("ALTER SYSTEM SET wal_writer_delay = '200ms'", "SELECT pg_reload_conf()");
    }
    database = server.installed();
    database.run("CHECKPOINT");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Nothing is committed between the crashes, so nothing is written by chance. */
  @Test
  void quickCrashesRepeatNothing() throws Exception {
    Set<Long> ids = new HashSet<>();
    for (int crash = 0; crash < 3; crash++) {
      try (Connection open = database.open()) {
        open.setAutoCommit(false);
        assertThat(ids.addAll(drawn(open))).isTrue();
        crash(open);
      }
    }
    try (Connection open = database.open()) {
      assertThat(ids.addAll(drawn(open))).isTrue();
    }
    assertThat(ids).hasSize(4 * 301_000);
  }

  /**
   * From version 17 on, the new bound of the lane in use is on disk before ids pass the old one. In
   * earlier versions it may be lost; then the lane rests for ten seconds.
   */
  @Test
  void laneThatWentOnIsBoundedAfterACrash() throws Exception {
    database.nextId();
    new PostgresClock(database).step(20_000); // past what is granted
    long last;
    try (Connection open = database.open()) {
      open.setAutoCommit(false);
      last = Collections.max(drawn(open)) >> 22;
      crash(open);
    }
    if (!isFlushed) {
      database.nextId();
      assertThat(number("SELECT (snowbraid_public.stands())[1]")).isGreaterThan(last + 8_900);
    }
    assertThat(number("SELECT last_value >> 2 FROM snowbraid_public.planned"))
        .isGreaterThanOrEqualTo(last);
  }

  /**
   * A lane that was left ahead of the clock stays ahead after a crash, although what was drawn from
   * it is forgotten.
   */
  @Test
  void laneThatWasLeftIsBoundedAfterACrash() throws Exception {
    assertThat(rollbackAfterAStepBackAndACrash()).isEqualTo(2); // 0 is ahead, 1 rests
  }

  @Test
  void checkerRejectsLanesWithoutBounds() throws Exception {
    assumeThat(
            database.query(
                Boolean.class, "SELECT to_regclass('snowbraid_public.draw_0') IS NOT NULL"))
        .containsExactly(true);
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.bound_lanes(next integer) RETURNS void"
            + " LANGUAGE plpgsql AS 'BEGIN END'");
    assertThat(rollbackAfterAStepBackAndACrash()).isZero();
  }

  private int rollbackAfterAStepBackAndACrash() throws Exception {
    try (Connection open = database.open()) {
      open.setAutoCommit(false);
      drawn(open);
      assertThat(new PostgresClock(database).readAndStep(-60_000)).isOne();
      assertThat(drawn(open)).allMatch(id -> Layout.DEFAULT.decode(id).rollback() == 1);
      crash(open);
    }
    return Layout.DEFAULT.decode(database.nextId()).rollback();
  }

  private long number(String sql) throws SQLException {
    return database.query(Long.class, sql).get(0);
  }

  private static List<Long> drawn(Connection connection) throws SQLException {
    List<Long> ids =
        PostgresServer.query(
            connection, Long.class, "SELECT next_snowflake() FROM generate_series(1, 1000)");
    ids.addAll(
        PostgresServer.query(connection, Long.class, "SELECT id FROM next_snowflakes(300000)"));
    return ids;
  }

  /** The lane chosen after a crash is not on disk; no session gets an id from it until it is. */
  @Test
  void crashIsNotHandledBeforeTheLaneIsOnDisk() throws Exception {
    String flush =
        database
            .query(String.class, "SELECT pg_get_functiondef('snowbraid_public.flush'::regproc)")
            .get(0);
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.flush() RETURNS void LANGUAGE plpgsql AS"
            + " 'BEGIN RAISE EXCEPTION ''disk is slow''; END'",
        "CHECKPOINT");
    try (Connection open = database.open()) {
      crash(open);
    }
    for (int attempt = 0; attempt < 6; attempt++) { // more than there are lanes
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(database::nextId)
          .withMessageContaining("disk is slow");
    }
    database.run(flush);
    assertThat(database.nextId()).isPositive();
  }

  /**
   * A change to a lane ahead of the clock fails halfway; the lane still continues after its bound.
   */
  @Test
  void failedChangeOfLaneAfterACrashKeepsTheBound() throws Exception {
    Set<Long> before = new HashSet<>();
    PostgresClock clock = new PostgresClock(database);
    try (Connection open = database.open()) {
      open.setAutoCommit(false);
      for (int lane = 0; lane < 4; lane++) {
        List<Long> ids = drawn(open);
        if (lane == 2) { // the next step moves what is stored of it, as if these were later
          ids.forEach(id -> before.add(id + (STEP_MILLIS << 22)));
        }
        if (lane < 3) {
          assertThat(clock.readAndStep(-STEP_MILLIS)).isEqualTo(lane + 1);
        }
      }
      crash(open);
    }
    failToFlushOnce();
    for (int round = 0; round < 6; round++) {
      assertThat(database.query(Long.class, "SELECT id FROM next_snowflakes(300000)"))
          .noneMatch(before::contains);
    }
  }

  /** Draws until a lane is near enough to be chosen, which then cannot be written to disk. */
  private void failToFlushOnce() throws SQLException {
    String flush =
        database
            .query(String.class, "SELECT pg_get_functiondef('snowbraid_public.flush'::regproc)")
            .get(0);
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.flush() RETURNS void LANGUAGE plpgsql AS"
            + " 'BEGIN RAISE EXCEPTION ''disk is slow''; END'");
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> failureOfACall().contains("disk is slow"));
    database.run(flush);
  }

  private String failureOfACall() {
    try {
      database.nextId();
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void crash(Connection open) throws SQLException {
    long pid = PostgresServer.query(open, Long.class, "SELECT pg_backend_pid()::bigint").get(0);
    ProcessHandle backend = ProcessHandle.of(pid).orElseThrow();
    assertThat(backend.destroyForcibly()).isTrue();
    backend.onExit().join();
    awaitRecovery();
  }

  private void awaitRecovery() {
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(() -> database.query(Boolean.class, "SELECT pg_is_in_recovery()").contains(false));
  }
}
