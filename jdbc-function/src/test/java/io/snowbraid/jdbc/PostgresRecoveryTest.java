package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGStatement;

/** Clocks that step, and copies. */
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

  /** Moves all that the functions know of the time the other way: to them the clock stepped. */
  private void stepClock(long millis) throws SQLException {
    for (int lane = 0; lane < 4; lane++) {
      shift("lane_" + lane, -millis << 22);
    }
    shift("planned", -millis << 2);
    shift("granted", -millis << 2);
    shift("reading", -millis);
  }

  private void shift(String sequence, long difference) throws SQLException {
    database.run(
        "SELECT setval('snowbraid_public.%1$s', greatest(last_value + %2$d, seqmin)) FROM snowbraid_public.%1$s, pg_sequence WHERE seqrelid = 'snowbraid_public.%1$s'::regclass"
            .formatted(sequence, difference));
  }

  private static void assertNow(IdParts parts) {
    assertThat(parts.time())
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusMillis(1_017));
  }

  @Test
  void clockThatSteppedBackFindsAnotherLane() throws SQLException {
    assertThat(next().rollback()).isZero();
    for (int rollback = 1; rollback < 4; rollback++) {
      stepClock(-HOUR);
      IdParts parts = next();
      assertThat(parts.rollback()).isEqualTo(rollback);
      assertNow(parts);
    }
    stepClock(-HOUR);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageContaining("a rollback number must stand before the clock: all four are ahead")
        .withMessageMatching("(?s).*calls go on in 35\\d{5} ms, at 20\\S+T\\S+\\.\\d{3}Z\\s.*")
        .withMessageContaining("Wait, or set the clock right")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55000"));
  }

  @Test
  void clockThatReturnsFindsTheEarlierLane() throws SQLException {
    assertThat(next().rollback()).isZero();
    for (int swing = 0; swing < 10; swing++) {
      stepClock(-HOUR);
      assertThat(next().rollback()).isEqualTo(1);
      stepClock(HOUR);
      assertThat(next().rollback()).isZero();
    }
  }

  /** The engine and the functions have one table of steps: how many rollback numbers each takes. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0",
    "500, 0",
    "900, 0",
    "990, 0",
    "1100, 1",
    "1500, 1",
    "1900, 1",
    "2100, 1",
    "60000, 1",
    "3600000, 1",
    "-500, 0",
    "-1500, 0",
    "-3600000, 0"
  })
  void stepTakesAsManyLanesAsInTheEngine(long back, int lanes) throws SQLException {
    assertThat(rollbackOfTheEngine(back)).isEqualTo(lanes);
    long before = database.nextId();
    stepClock(-back);
    // no wait either: a call that had to wait for the clock would get null
    assertThat(database.query(Long.class, "SELECT snowbraid_public.advance(0, true)"))
        .containsExactly((long) lanes);
    long id = database.nextId();
    assertThat(Layout.DEFAULT.decode(id).rollback()).isEqualTo(lanes);
    if (lanes == 0) {
      assertThat(id).isGreaterThan(before + (-back << 22));
    }
  }

  private static int rollbackOfTheEngine(long back) {
    AtomicReference<Instant> clock = new AtomicReference<>(Instant.now());
    try (Snowflake ids =
        Snowflake.builder()
            .worker(WorkerSource.fixed(1))
            .clock(clock::get)
            .maxWait(Duration.ZERO)
            .build()) {
      ids.nextId();
      clock.set(clock.get().minusMillis(back));
      return Layout.DEFAULT.decode(ids.nextId()).rollback();
    }
  }

  /** Bursts lead: a small step back right after one must not take a lane. */
  @Test
  void smallStepBackInABurstKeepsTheLane() throws SQLException {
    assertThat(database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)")).isNotEmpty();
    stepClock(-500);
    assertThat(next().rollback()).isZero();
  }

  /** What is not on disk must not leave, however often the flush fails. */
  @Test
  void laneThatIsNotOnDiskIssuesNothing() throws SQLException {
    assertThat(next().rollback()).isZero();
    String flush =
        database
            .query(String.class, "SELECT pg_get_functiondef('snowbraid_public.flush'::regproc)")
            .get(0);
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.flush() RETURNS void LANGUAGE plpgsql AS"
            + " 'BEGIN RAISE EXCEPTION ''disk is slow''; END'");
    stepClock(-HOUR);
    for (int attempt = 0; attempt < 5; attempt++) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(this::next)
          .withMessageContaining("disk is slow");
    }
    database.run(flush);
    assertThat(next().rollback()).isEqualTo(1);
  }

  /** Sessions hold their lane in their plans; one that is left must give them nothing. */
  @Test
  void sessionsThatLiveThroughStepsFindTheLane() throws SQLException {
    Set<Long> ids = new HashSet<>();
    try (Connection old = database.open();
        PreparedStatement prepared = old.prepareStatement("SELECT next_snowflake()")) {
      prepared.unwrap(PGStatement.class).setPrepareThreshold(1);
      for (long step : List.of(0L, -HOUR, HOUR, -HOUR, -2 * HOUR, HOUR, 2 * HOUR)) {
        stepClock(step);
        for (int i = 0; i < 3_000; i++) {
          try (ResultSet row = prepared.executeQuery()) {
            row.next();
            assertThat(ids.add(row.getLong(1))).isTrue();
          }
        }
        assertThat(
                ids.addAll(
                    database.query(
                        Long.class, "SELECT next_snowflake() FROM generate_series(1, 3000)")))
            .isTrue();
      }
    }
    assertThat(ids).hasSize(7 * 6_000);
  }

  @Test
  void idleLaneGoesOnAtTheClock() throws SQLException {
    assertNow(next());
    stepClock(HOUR);
    IdParts parts = next();
    assertNow(parts);
    assertThat(parts.rollback()).isZero();
  }

  /** A value too many for a millisecond must not carry into what others use. */
  @Test
  void hammeringAStuckLaneHarmsNothing() throws SQLException {
    Set<Long> ids = new HashSet<>();
    ids.add(database.nextId());
    database.run("SELECT max(nextval('snowbraid_public.lane_0')) FROM generate_series(1, 4300000)");
    List<Long> more =
        database.query(Long.class, "SELECT next_snowflake() FROM generate_series(1, 10000)");
    assertThat(ids.addAll(more)).isTrue();
    assertThat(ids).hasSize(10_001);
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
    assertThat(copy.query(String.class, "SELECT snowbraid_public.adopt(7)").get(0))
        .startsWith("worker=7 of namespace=default: no other holder of ids may have it");
    assertThat(Layout.DEFAULT.decode(copy.nextId()).worker()).isEqualTo(7);
    assertThat(database.nextId()).isGreaterThan(id);
    copy.install(FunctionOptions.DEFAULT);
    assertThat(Layout.DEFAULT.decode(copy.nextId()).worker()).isEqualTo(7);
  }

  /** The original may have issued until a moment ago: wherever its lanes stood, ours are beyond. */
  @Test
  void heirWithoutANumberGoesOnAfterAllThatWasIssued() throws SQLException {
    database.query(Long.class, "SELECT max(id) FROM next_snowflakes(1000000)");
    database.run("UPDATE snowbraid_public.node SET system = 0");
    assertThat(database.query(String.class, "SELECT snowbraid_public.adopt()").get(0))
        .startsWith("worker=127 of namespace=default: ids go on at ")
        .contains("That rests on the clock");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageMatching("(?s).*all four are ahead.* calls go on in 6[01]\\d{3} ms, at .*");
    long before = Instant.now().toEpochMilli() + 60_000 + 1_000;
    stepClock(62_000);
    assertThat(next().time().toEpochMilli() + 62_000).isGreaterThan(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127|worker must be another than that of the original: worker=127",
        "128|worker must be in [0, 127]: worker=128",
        "-1|worker must be in [0, 127]: worker=-1",
        "3|worker must be free: worker=3 of namespace=default is held",
      })
  void numberThatIsNotFreeIsRefused(int worker, String message) throws SQLException {
    database.run(
        "INSERT INTO snowbraid_worker SELECT namespace, 3, layout, 'x', 'x', 1, last_ticks, 1,"
            + " seen_at FROM snowbraid_worker WHERE worker = 127");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run("SELECT snowbraid_public.adopt(" + worker + ")"))
        .withMessageContaining(message);
  }

  /** A worker was leased after the backup: the restored table knows nothing of it. */
  @ParameterizedTest
  @ValueSource(strings = {"adopt()", "adopt(7)"})
  void forgottenHolderOfAWorkerMeetsNobody(String adopt) throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource());
    try (Snowflake forgotten = Snowflake.builder().worker(source).build()) {
      long last = forgotten.nextId();
      database.run("DELETE FROM snowbraid_worker WHERE worker = " + forgotten.workerId());
      database.run("SELECT snowbraid_public." + adopt);
      String ticks =
          database
              .query(
                  String.class,
                  "SELECT last_ticks FROM snowbraid_worker WHERE worker = " + forgotten.workerId())
              .get(0);
      long horizon = Layout.DEFAULT.decode(last).time().plusSeconds(60).toEpochMilli();
      long epoch = Layout.DEFAULT.epoch().toEpochMilli();
      assertThat(ticks.split(" "))
          .hasSize(16)
          .allMatch(tick -> Long.parseLong(tick) + epoch > horizon);
      assertThat(
              database.query(
                  Long.class,
                  "SELECT fence FROM snowbraid_worker WHERE worker = " + forgotten.workerId()))
          .allMatch(fence -> fence >= 1_000_000);
    }
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
