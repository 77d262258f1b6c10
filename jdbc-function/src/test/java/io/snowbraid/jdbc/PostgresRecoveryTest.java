package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks that step, crashes and copies. */
class PostgresRecoveryTest {

  private static final long HOUR = Duration.ofHours(1).toMillis();

  private static PostgresServer server;

  private PostgresServer.Database database;

  @BeforeAll
  static void start() throws IOException {
    server = new PostgresServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  private IdParts next() throws SQLException {
    return Layout.DEFAULT.decode(database.nextId());
  }

  /** Lets the ids stand before or behind the clock, as after a step of it. */
  private void moveLane(long millis) throws SQLException {
    database.run(
        "SELECT setval('snowbraid_public.current_lane', last_value + ("
            + millis
            + "::bigint << 20)) FROM snowbraid_public.current_lane");
  }

  private static void assertNow(IdParts parts) {
    assertThat(parts.time())
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusMillis(1_017));
  }

  @Test
  void clockThatWentBackFindsAnotherLane() throws SQLException {
    assertThat(next().rollback()).isZero();
    for (int rollback = 1; rollback < 4; rollback++) {
      moveLane(HOUR);
      IdParts parts = next();
      assertThat(parts.rollback()).isEqualTo(rollback);
      assertNow(parts);
    }
    moveLane(HOUR);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageContaining("a rollback number must stand behind the clock: all four are ahead")
        .withMessageContaining("Wait, or set the clock right")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55000"));
  }

  @Test
  void clockThatReturnsFindsTheEarlierLane() throws SQLException {
    assertThat(next().rollback()).isZero();
    for (int swing = 0; swing < 10; swing++) {
      moveLane(HOUR);
      assertThat(next().rollback()).isEqualTo(1);
      // an hour passes: lane 0 stands where the clock is, lane 1 an hour behind
      database.run(
          "SELECT setval('snowbraid_public.lane_0', last_value - "
              + HOUR
              + ") FROM snowbraid_public.lane_0");
      moveLane(-HOUR);
      assertThat(next().rollback()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 500, 1_000})
  void smallStepBackIsAClockStandingStill(long millis) throws SQLException {
    long before = database.nextId();
    moveLane(millis);
    long id = database.nextId();
    assertThat(id).isGreaterThan(before);
    assertThat(Layout.DEFAULT.decode(id).rollback()).isZero();
  }

  @Test
  void idleLaneGoesOnAtTheClock() throws SQLException {
    assertNow(next());
    moveLane(-HOUR);
    IdParts parts = next();
    assertNow(parts);
    assertThat(parts.rollback()).isZero();
  }

  /** A value too many for a millisecond must not carry into what others use. */
  @Test
  void hammeringAStuckLaneHarmsNothing() throws SQLException {
    Set<Long> ids = new HashSet<>();
    ids.add(database.nextId());
    database.run(
        "SELECT max(nextval('snowbraid_public.current_lane')) FROM generate_series(1, 1100000)");
    List<Long> more =
        database.query(Long.class, "SELECT next_snowflake() FROM generate_series(1, 10000)");
    assertThat(ids.addAll(more)).isTrue();
    assertThat(ids).hasSize(10_001);
  }

  /** A backend that is killed takes the whole server into recovery. */
  @Test
  void crashLeavesTheLaneToRest() throws Exception {
    Set<Long> ids = new HashSet<>();
    for (int crash = 1; crash <= 3; crash++) {
      try (Connection open = database.open()) {
        open.setAutoCommit(false); // nothing of it is committed, so nothing need be written
        ids.addAll(
            PostgresServer.query(open, Long.class, "SELECT id FROM next_snowflakes(500000)"));
        ids.addAll(
            PostgresServer.query(
                open, Long.class, "SELECT next_snowflake() FROM generate_series(1, 1000)"));
        crash(open);
      }
      IdParts parts = next();
      assertThat(parts.rollback()).isEqualTo(crash);
      List<Long> more =
          database.query(Long.class, "SELECT next_snowflake() FROM generate_series(1, 100000)");
      assertThat(ids.addAll(more)).isTrue();
    }
    assertThat(ids).hasSize(3 * 601_000);
  }

  private void crash(Connection open) throws SQLException {
    long pid = PostgresServer.query(open, Long.class, "SELECT pg_backend_pid()::bigint").get(0);
    ProcessHandle backend = ProcessHandle.of(pid).orElseThrow();
    assertThat(backend.destroyForcibly()).isTrue();
    backend.onExit().join();
    awaitRecovery();
  }

  private void awaitRecovery() {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (System.nanoTime() < end) {
      try {
        if (database.query(Boolean.class, "SELECT pg_is_in_recovery()").contains(false)) {
          return;
        }
      } catch (SQLException e) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
    throw new AssertionError("server did not recover");
  }

  @Test
  void copyOfTheDatabaseIsRefusedUntilItIsTheHeir() throws SQLException {
    long id = database.nextId();
    String name = database.name() + "_copy";
    server.new Database("postgres").run("CREATE DATABASE " + name + " TEMPLATE " + database.name());
    PostgresServer.Database copy = server.new Database(name);
    for (String sql : List.of("SELECT next_snowflake()", "SELECT id FROM next_snowflakes(300)")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> copy.query(Long.class, sql))
          .withMessageContaining("a copy of a database must not issue the ids of the original")
          .withMessageContaining("SELECT snowbraid_public.adopt()");
    }
    assertThat(copy.query(Integer.class, "SELECT snowflake_worker(" + id + ")"))
        .containsExactly(127);
    copy.run("SELECT snowbraid_public.adopt()");
    assertThat(copy.nextId()).isGreaterThan(id);
    assertThat(database.nextId()).isGreaterThan(id);
  }

  /** As in another cluster, or after a dump was read back. */
  @ParameterizedTest
  @ValueSource(strings = {"system", "database", "relation"})
  void eachMarkOfHomeCounts(String column) throws SQLException {
    database.run(
        "UPDATE snowbraid_public.node SET "
            + column
            + " = ("
            + column
            + "::bigint + 1)::"
            + (column.equals("system") ? "bigint" : "oid"));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageContaining("worker=127 of namespace=default belongs to the original");
  }

  @Test
  void endOfTheLayoutIsAnError() throws SQLException {
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql"
            + " RETURN 2199023255551");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(Long.class, "SELECT id FROM next_snowflakes(3000)"))
        .withMessageContaining("the clock must stand before the end of the layout");
  }

  @Test
  void clockThatStandsStillIsWaitedForAndThenAnError() throws SQLException {
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql"
            + " RETURN 100000000000");
    List<Long> ids = database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)");
    ids.addAll(database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)"));
    assertThat(ids).doesNotHaveDuplicates();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)"))
        .withMessageContaining("the clock must move on");
  }
}
