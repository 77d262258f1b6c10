package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BurstTest {

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

  @Test
  void burstFillsAllTimelinesOfATickInOrder() {
    long[] burst = ids.nextIds(7_168);
    IdChecker.requireUnique(burst, 7_168);
    IdChecker.requireRising(burst);
    List<IdParts> parts = parts(burst);
    assertThat(parts).allSatisfy(id -> assertThat(id.time()).isEqualTo(TestClock.START));
    assertThat(parts.stream().map(IdParts::timeline).distinct()).containsExactly(0, 1, 2, 3);
    assertThat(parts.stream().filter(id -> id.timeline() == 1).findFirst())
        .hasValueSatisfying(id -> assertThat(id.sequence()).isLessThan(16));
  }

  @Test
  void nextTickAfterABurstStartsOnTheLowestTimeline() {
    ids.nextIds(5_000);
    clock.move(Duration.ofMillis(1));
    assertThat(next())
        .extracting(IdParts::time, IdParts::timeline)
        .containsExactly(TestClock.START.plusMillis(1), 0);
  }

  @Test
  void burstLeadsTheClockByTheAllowedLeadAndThenWaits() {
    long[] burst = ids.nextIds(1_100 * 7_168);
    IdChecker.requireRising(burst);
    Instant last = ids.layout().decode(burst[burst.length - 1]).time();
    assertThat(Duration.between(clock.instant(), last)).isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(clock.nanoTime()).isPositive();
  }

  @Test
  void burstOnAClockThatHangsIsRejected() {
    try (Snowflake unled = builder().maxLead(Duration.ZERO).build()) {
      clock.freeze();
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(() -> unled.nextIds(10_000))
          .withMessageStartingWith(
              "clock has not advanced for 1.001 s, and all ticks up to maxLead are used up; check"
                  + " the clock source");
    }
  }

  @Test
  void burstOnAClockThatOnlySwingsIsRejected() {
    AtomicLong readings = new AtomicLong();
    InstantSource swinging = () -> clock.instant().minusMillis(readings.getAndIncrement() % 2);
    try (Snowflake led = builder().clock(swinging).maxLead(Duration.ofMillis(5)).build()) {
      clock.freeze();
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(() -> led.nextIds(100_000))
          .withMessageStartingWith(
              "clock has not advanced for 2.001 s, and all ticks up to maxLead are used up; check"
                  + " the clock source");
    }
  }

  @Test
  void clockThatSwingsAfterEachBurstUsesTwoGenerations() {
    Duration hour = Duration.ofHours(1);
    for (int round = 0; round < 40; round++) {
      ids.nextIds(20_000);
      clock.move(hour.negated());
      assertThat(next()).extracting(IdParts::rollback, IdParts::timeline).containsExactly(1, 0);
      clock.move(hour);
      assertThat(next().rollback()).isZero();
    }
  }

  @Test
  void bulkIsAscendingThoughTheClockStepsBackInside() {
    TestClock falling = new TestClock().movingPerReading(-2_000);
    try (Snowflake unsteady = builder().clock(falling).build()) {
      long[] bulk = unsteady.nextIds(10_000);
      IdChecker.requireUnique(bulk, 10_000);
      IdChecker.requireRising(bulk);
      assertThat(parts(bulk).stream().map(IdParts::timeline).distinct()).hasSizeGreaterThan(1);
    }
  }

  @Test
  void emptyBulkNeedsNoClock() {
    clock.set(Instant.EPOCH);
    assertThat(ids.nextIds(0)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.nextIds(-1))
        .withMessage("count must be at least 0, but is -1");
  }

  @Test
  void shuffledIdsAreUniqueAndOrderedByTick() {
    try (Snowflake shuffled = builder().sequenceOrder(SequenceOrder.SHUFFLED).build()) {
      long[] burst = shuffled.nextIds(20_000);
      IdChecker.requireUnique(burst, 20_000);
      IdChecker.requireRising(burst);
      long[] single = IntStream.range(0, 20_000).mapToLong(i -> shuffled.nextId()).toArray();
      IdChecker.requireUnique(single, 20_000);
      assertThat(single).isNotEqualTo(Arrays.stream(single).sorted().toArray());
      assertThat(parts(single).stream().map(IdParts::time).toList()).isSorted();
    }
  }

  private List<IdParts> parts(long[] some) {
    return Arrays.stream(some).mapToObj(Layout.DEFAULT::decode).toList();
  }
}
