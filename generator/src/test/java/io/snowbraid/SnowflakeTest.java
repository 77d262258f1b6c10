package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnowflakeTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final TestClock clock = new TestClock();
  private final Snowflake ids = builder().build();

  private Snowflake.Builder builder() {
    return Snowflake.builder()
        .worker(new SingleWorkerSource(5))
        .scheduler(new ManualScheduler())
        .clock(clock)
        .monotonicTime(clock)
        .random(new SplittableRandom(1));
  }

  private IdParts next() {
    return ids.layout().decode(ids.nextId());
  }

  /** Brings all 16 lanes ahead of the clock, an hour apart. */
  private void useUpAllLanes() {
    for (int lane = 0; lane < 16; lane++) {
      assertThat(next())
          .extracting(IdParts::rollback, IdParts::timeline)
          .containsExactly(lane / 4, lane % 4);
      clock.move(HOUR.negated());
    }
  }

  @Test
  void idCarriesTheTimeOfTheClockAndTheWorker() {
    IdParts id = next();
    assertThat(id.time()).isEqualTo(TestClock.START);
    assertThat(id.worker()).isEqualTo(5).isEqualTo(ids.workerId());
    assertThat(id.rollback()).isZero();
    assertThat(id.timeline()).isZero();
    assertThat(id.sequence()).isBetween(0, 1023);
  }

  @Test
  void idsOfOneTickCountUp() {
    IdParts first = next();
    assertThat(next()).isEqualTo(new IdParts(first.time(), 0, 0, 5, first.sequence() + 1, 0));
  }

  @Test
  void stepBackWithinTheLeadGoesUnnoticed() {
    IdParts first = next();
    clock.move(Duration.ofSeconds(-1));
    assertThat(next()).isEqualTo(new IdParts(first.time(), 0, 0, 5, first.sequence() + 1, 0));
  }

  @Test
  void stepBackBeyondTheLeadTakesAnotherTimelineAndReturns() {
    IdParts first = next();
    clock.move(HOUR.negated());
    assertThat(next())
        .extracting(IdParts::time, IdParts::rollback, IdParts::timeline)
        .containsExactly(TestClock.START.minus(HOUR), 0, 1);
    clock.move(HOUR);
    assertThat(next()).isEqualTo(new IdParts(first.time(), 0, 0, 5, first.sequence() + 1, 0));
  }

  @Test
  void fifthFallingReadingTakesTheNextRollbackGeneration() {
    IntStream.range(0, 4)
        .forEach(
            i -> {
              next();
              clock.move(HOUR.negated());
            });
    assertThat(next()).extracting(IdParts::rollback, IdParts::timeline).containsExactly(1, 0);
  }

  @Test
  void clockBeforeAllLanesIsRejectedWithTheValuesAndRecovers() {
    useUpAllLanes();
    assertThatExceptionOfType(ClockRollbackException.class)
        .isThrownBy(ids::nextId)
        .withMessage(
            "every lane is ahead of the clock: the clock is 1 h behind the current lane, and the"
                + " first lane becomes usable in 59 min 59 s, which exceeds maxWait=1 s; correct"
                + " the clock, or wait")
        .satisfies(
            e -> {
              assertThat(e.behind()).isEqualTo(HOUR);
              assertThat(e.retryAfter()).isEqualTo(HOUR.minusSeconds(1));
            });
    clock.move(HOUR);
    assertThat(next()).extracting(IdParts::rollback, IdParts::timeline).containsExactly(3, 3);
  }

  /** The earlier lanes have ids up to 15 hours ahead; only the lane in use counts. */
  @Test
  void figuresAreThoseOfTheLastStepBack() {
    useUpAllLanes();
    clock.move(Duration.ofMinutes(30));
    assertThatExceptionOfType(ClockRollbackException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining(
            "every lane is ahead of the clock: the clock is 30 min behind the current lane, and the"
                + " first lane becomes usable in 29 min 59 s, which exceeds maxWait=1 s")
        .withMessageContaining(
            "every lane is ahead of the clock: the clock is 30 min behind the current lane, and the"
                + " first lane becomes usable in 29 min 59 s, which exceeds maxWait=1 s")
        .satisfies(e -> assertThat(e.behind()).isEqualTo(HOUR.dividedBy(2)));
    clock.move(Duration.ofHours(-2));
    assertThatExceptionOfType(ClockRollbackException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining(
            "every lane is ahead of the clock: the clock is 2 h 30 min behind the current lane, and"
                + " the first lane becomes usable in 2 h 29 min 59 s, which exceeds maxWait=1 s");
  }

  @Test
  void callWaitsForAClockBeforeAllLanesWithinTheBound() {
    useUpAllLanes();
    clock.move(HOUR.minusSeconds(2));
    assertThat(next()).extracting(IdParts::rollback, IdParts::timeline).containsExactly(3, 3);
    assertThat(clock.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void waitForALaneEndsAlthoughTheClockStandsStill() {
    useUpAllLanes();
    clock.move(HOUR.minusSeconds(2));
    clock.freeze();
    assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(ids::nextId);
    assertThat(clock.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void endOfTheLayoutIsAnErrorAndNotForEver() {
    clock.set(Layout.DEFAULT.lastInstant());
    assertThat(ids.nextId()).isPositive();
    clock.move(Duration.ofMillis(1));
    assertThatExceptionOfType(LayoutExhaustedException.class)
        .isThrownBy(ids::nextId)
        .withMessage(
            "clock is at 2094-09-07T15:47:35.552Z, past the end of the layout,"
                + " 2094-09-07T15:47:35.551Z; correct the clock, or use a layout with a later epoch"
                + " for new tables")
        .satisfies(e -> assertThat(e.lastInstant()).isEqualTo(Layout.DEFAULT.lastInstant()));
    clock.set(TestClock.START);
    assertThat(next().time()).isEqualTo(TestClock.START);
  }

  @Test
  void clockBeforeTheEpochIsRejected() {
    clock.set(Instant.EPOCH);
    assertThatExceptionOfType(ClockRollbackException.class)
        .isThrownBy(ids::nextId)
        .withMessage(
            "clock is at 1970-01-01T00:00:00Z, before the layout's epoch, %s; correct the clock, or"
                + " use a layout with an earlier epoch",
            Layout.DEFAULT.epoch())
        .satisfies(e -> assertThat(e.retryAfter()).isGreaterThan(Duration.ofDays(365 * 54)));
    clock.set(Layout.DEFAULT.epoch());
    assertThat(next().time()).isEqualTo(Layout.DEFAULT.epoch());
  }

  @Test
  void layoutWithOneLaneRejectsALargeStepBack() {
    Layout twitter = Layout.parse("time=41,worker=10,sequence=12,epoch=2025-01-01T00:00:00Z");
    try (Snowflake single = builder().layout(twitter).build()) {
      single.nextId();
      clock.move(HOUR.negated());
      assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(single::nextId);
      clock.move(HOUR);
      assertThat(single.nextId()).isPositive();
    }
  }

  @Test
  void tailIsRandomAndLeavesTheOrder() {
    Layout tailed = Layout.parse("time=42,worker=3,sequence=8,tail=10,epoch=2015-01-01T00:00:00Z");
    try (Snowflake sharded = builder().layout(tailed).build()) {
      long[] some = sharded.nextIds(5_000);
      IdChecker.requireUnique(some, 5_000);
      assertThat(some).isSorted();
      assertThat(IntStream.range(0, some.length).map(i -> tailed.decode(some[i]).tail()).distinct())
          .hasSizeGreaterThan(900);
    }
  }

  @Test
  void tailMayBeTheCallers() {
    Layout tailed = Layout.parse("time=42,worker=3,sequence=8,tail=10,epoch=2015-01-01T00:00:00Z");
    try (Snowflake sharded = builder().layout(tailed).build()) {
      assertThat(tailed.decode(sharded.nextIdWithTail(316)).tail()).isEqualTo(316);
      assertThat(sharded.nextIdWithTail(0)).isLessThan(sharded.nextIdWithTail(1023));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sharded.nextIdWithTail(1024))
          .withMessage("tail must be between 0 and 1023, but is 1024");
    }
    assertThat(ids.nextIdWithTail(0)).isPositive();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.nextIdWithTail(1))
        .withMessageStartingWith("layout must have a tail if one is given: tail=1; call nextId()");
    assertThatIllegalArgumentException().isThrownBy(() -> ids.nextIdWithTail(-1));
  }

  @Test
  void waitingPolicyUsesOneTimeline() {
    try (Snowflake original =
        builder()
            .rollbackPolicy(RollbackPolicy.WAIT)
            .maxLead(Duration.ZERO)
            .maxWait(Duration.ofMillis(5))
            .build()) {
      IdParts first = ids.layout().decode(original.nextId());
      clock.move(Duration.ofMillis(-5));
      assertThat(ids.layout().decode(original.nextId()))
          .extracting(IdParts::time, IdParts::timeline)
          .containsExactly(first.time(), 0);
      clock.move(Duration.ofMillis(-6));
      assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(original::nextId);
      clock.set(first.time());
      assertThat(parts(original.nextIds(9_000)).stream().map(IdParts::timeline)).containsOnly(0);
    }
  }

  @Test
  void callThatMustNotWaitGetsTheIdsThatAreThere() {
    try (Snowflake oneTick = builder().maxLead(Duration.ZERO).build()) {
      long[] target = new long[10_000];
      int issued = oneTick.tryNextIds(target);
      assertThat(issued).isBetween(7_168, 8_192);
      assertThat(Arrays.copyOf(target, issued)).isSorted().doesNotHaveDuplicates();
      assertThat(oneTick.tryNextIds(target)).isZero();
      clock.move(Duration.ofMillis(1));
      assertThat(oneTick.tryNextIds(new long[10])).isEqualTo(10);
      assertThat(oneTick.tryNextIds(new long[0])).isZero();
    }
  }

  @Test
  void callThatMustNotWaitGetsNothingWhileTheClockIsBeforeAllLanes() {
    useUpAllLanes();
    assertThat(ids.tryNextIds(new long[1])).isZero();
    clock.move(HOUR);
    assertThat(ids.tryNextIds(new long[1])).isEqualTo(1);
  }

  @Test
  void closedGeneratorIssuesNothing() {
    ids.close();
    ids.close();
    assertThatExceptionOfType(GeneratorClosedException.class)
        .isThrownBy(ids::nextId)
        .withMessage("generator for worker 5 is closed; build a new one");
  }

  @Test
  void interruptedThreadGivesUpWaitingButNotIds() {
    useUpAllLanes();
    clock.move(HOUR.minusSeconds(2));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WaitInterruptedException.class).isThrownBy(ids::nextId);
    clock.move(HOUR);
    assertThat(next().worker()).isEqualTo(5);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void thereIsNoDefaultWorker() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Snowflake.builder().build())
        .withMessageStartingWith("no worker source is set, and there is no default");
  }

  @Test
  void workerMustBeInTheRangeOfTheLayout() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snowflake.builder().worker(WorkerSource.fixed(128)).build())
        .withMessage("worker must be between 0 and 127, but is 128");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerSource.fixed(-1))
        .withMessage("worker must be at least 0, but is -1");
  }

  @Test
  void durationsMustNotBeNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snowflake.builder().maxLead(Duration.ofMillis(-1)))
        .withMessage("maxLead must be at least 0 ms, but is -1 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snowflake.builder().maxWait(Duration.ofMillis(-1)))
        .withMessage("maxWait must be at least 0 ms, but is -1 ms");
  }

  private List<IdParts> parts(long[] some) {
    return Arrays.stream(some).mapToObj(Layout.DEFAULT::decode).toList();
  }
}
