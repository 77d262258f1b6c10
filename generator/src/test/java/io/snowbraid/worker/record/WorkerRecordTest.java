package io.snowbraid.worker.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WorkerRecordTest {

  private static final Instant EPOCH = Instant.parse("2025-01-01T00:00:00Z");
  private static final Duration TICK = Duration.ofMillis(10);

  private static final long EXPIRY = 100_000;

  /** Estimates from the last ticks of lanes, in ticks after the expiry. */
  private static Optional<Duration> clockOffset(long... ticksAhead) {
    return offset(LongStream.of(ticksAhead).map(ahead -> EXPIRY + ahead).boxed().toList());
  }

  private static Optional<Duration> offset(List<Long> lastTicks) {
    long expiresAt = EPOCH.plus(TICK.multipliedBy(EXPIRY)).toEpochMilli();
    return new WorkerRecord(1, "layout", "pod", "stamp", 1, lastTicks, expiresAt, 0)
        .clockOffset(EPOCH, TICK);
  }

  @Test
  void grantShowsTheClockOfItsHolder() {
    assertThat(clockOffset(-360)).contains(Duration.ofMillis(-3_600));
  }

  @Test
  void lanesThatAStepOfTheClockLeftDoNotCount() {
    assertThat(clockOffset(200, 9_000, -90_000)).contains(Duration.ofSeconds(2));
  }

  @Test
  void holderWithoutAGrantTellsNothing() {
    assertThat(offset(List.of(-1L, -1L))).isEmpty();
  }

  @Test
  void tickThatNoLayoutHasTellsNothing() {
    assertThat(offset(List.of(1L << 48))).isEmpty();
  }
}
