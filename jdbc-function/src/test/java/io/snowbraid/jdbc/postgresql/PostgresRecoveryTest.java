package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGStatement;

/** Tests clocks that step, stand still or reach the end of the layout. */
@Tag("slow")
class PostgresRecoveryTest extends PostgresTestCase {

  private static final long HOUR = Duration.ofHours(1).toMillis();

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  private IdParts next() throws SQLException {
    return Layout.DEFAULT.decode(database.nextId());
  }

  private void stepClock(long millis) throws SQLException {
    new PostgresClock(database).step(millis);
  }

  @Test
  void clockThatSteppedBackFindsAnotherLane() throws SQLException {
    assertThat(next().rollback()).isZero();
    for (int rollback = 1; rollback < 4; rollback++) {
      stepClock(-HOUR);
      assertThat(database.nextTimedId().requireNow().rollback()).isEqualTo(rollback);
    }
    stepClock(-HOUR);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageContaining(
            "all four rollback numbers are ahead of the clock, after backward clock steps")
        .withMessageMatching(
            "(?s).*calls succeed again in 35\\d{5} ms, at 20\\S+T\\S+\\.\\d{3}Z\\s.*")
        .withMessageContaining("Wait, or correct the clock")
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

  /**
   * The engine and the functions are tested with one table of steps: how many lanes each step
   * takes.
   */
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
    assertThat(laneOfTheEngine(back)).isEqualTo(lanes);
    long before = database.nextId();
    // and no wait: a call that has to wait for the clock would get null
    assertThat(new PostgresClock(database).readAndStep(-back)).isEqualTo(lanes);
    long id = database.nextId();
    assertThat(Layout.DEFAULT.decode(id).rollback()).isEqualTo(lanes);
    if (lanes == 0) {
      assertThat(id).isGreaterThan(before + (back << 22));
    }
  }

  /** Numbers for the engines, so that each has an unused worker. */
  private static final AtomicInteger ENGINES = new AtomicInteger();

  private static int laneOfTheEngine(long back) {
    AtomicReference<Instant> clock = new AtomicReference<>(Instant.now());
    try (Snowflake ids =
        Snowflake.builder()
            .worker(WorkerSource.fixed(ENGINES.incrementAndGet()))
            .clock(clock::get)
            .build()) {
      ids.nextId();
      clock.set(clock.get().minusMillis(back));
      IdParts parts = Layout.DEFAULT.decode(ids.nextId());
      return parts.rollback() * Layout.DEFAULT.timelines() + parts.timeline();
    }
  }

  /** Bursts lead the clock; a small step back right after one must not take another lane. */
  @Test
  void smallStepBackInABurstKeepsTheLane() throws SQLException {
    assertThat(database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)")).isNotEmpty();
    stepClock(-500);
    assertThat(next().rollback()).isZero();
  }

  /** Ids must not be returned before their grant is on disk, however often the flush fails. */
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

  /**
   * Sessions keep their lane in their plans; a lane that is no longer in use must give them no ids.
   */
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
    database.nextTimedId().requireNow();
    stepClock(HOUR);
    assertThat(database.nextTimedId().requireNow().rollback()).isZero();
  }

  /** A value too many for a millisecond must not carry into the bits that others use. */
  @Test
  void hammeringAStuckLaneHarmsNothing() throws SQLException {
    Set<Long> ids = new HashSet<>();
    ids.add(database.nextId());
    String hammer = "SELECT max(nextval('%s')) FROM generate_series(1, 4300000)";
    database.run(hammer.formatted(database.lane()));
    List<Long> more =
        database.query(Long.class, "SELECT next_snowflake() FROM generate_series(1, 10000)");
    assertThat(ids.addAll(more)).isTrue();
    assertThat(ids).hasSize(10_001);
  }

  @Test
  void endOfTheLayoutIsAnError() throws SQLException {
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql RETURN"
            + " 2199023255551");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(Long.class, "SELECT id FROM next_snowflakes(3000)"))
        .withMessageContaining("clock is past the end of the layout");
  }

  @Test
  void callsWaitForAClockThatStandsStillAndThenFail() throws SQLException {
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql RETURN"
            + " 100000000000");
    List<Long> ids = database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)");
    ids.addAll(database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)"));
    assertThat(ids).doesNotHaveDuplicates();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)"))
        .withMessageContaining("clock has not advanced");
  }
}
