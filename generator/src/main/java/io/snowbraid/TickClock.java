package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that counts the ticks of a layout. */
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

  /** The tick that the source shows; negative before the epoch. */
  long read() {
    return Math.floorDiv(source.millis() - epochMillis, tickMillis);
  }

  /** The time that the source shows. */
  Instant now() {
    return source.instant();
  }

  /** How many whole ticks fit into a duration; at most {@link Long#MAX_VALUE} milliseconds. */
  long wholeTicks(Duration duration) {
    return millis(duration) / tickMillis;
  }

  private static long millis(Duration duration) {
    try {
      return duration.toMillis();
    } catch (ArithmeticException e) { // for ever
      return Long.MAX_VALUE;
    }
  }

  /** How long some ticks last, in milliseconds. */
  long millis(long ticks) {
    return ticks * tickMillis;
  }

  /** How long some ticks last. */
  Duration duration(long ticks) {
    return Duration.ofMillis(tickMillis).multipliedBy(ticks);
  }

  /** When a tick begins. */
  Instant instant(long tick) {
    return epoch.plus(duration(tick));
  }
}
