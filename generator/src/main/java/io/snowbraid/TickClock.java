package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Reads a clock in ticks of a layout. */
final class TickClock {

  private final InstantSource source;
  private final Instant epoch;
  private final long epochMillis;
  private final long tickMillis;

  TickClock(InstantSource source, Layout layout) {
    this.source = source;
    this.epoch = layout.epoch();
    this.epochMillis = epoch.toEpochMilli();
    this.tickMillis = layout.tick().toMillis();
  }

  /** Returns the tick that the clock shows; negative before the epoch. */
  long read() {
    return Math.floorDiv(source.millis() - epochMillis, tickMillis);
  }

  /** Returns the time that the clock shows. */
  Instant now() {
    return source.instant();
  }

  /**
   * Converts a duration to ticks, rounded down. Durations beyond {@link Long#MAX_VALUE}
   * milliseconds count as that.
   */
  long wholeTicks(Duration duration) {
    return millis(duration) / tickMillis;
  }

  private static long millis(Duration duration) {
    try {
      return duration.toMillis();
    } catch (ArithmeticException e) { // unlimited
      return Long.MAX_VALUE;
    }
  }

  /** Converts ticks to milliseconds. */
  long millis(long ticks) {
    return ticks * tickMillis;
  }

  /** Converts ticks to a duration. */
  Duration duration(long ticks) {
    return Duration.ofMillis(tickMillis).multipliedBy(ticks);
  }

  /** Returns the start of a tick. */
  Instant instant(long tick) {
    return epoch.plus(duration(tick));
  }
}
