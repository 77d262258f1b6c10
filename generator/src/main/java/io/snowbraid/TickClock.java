package io.snowbraid;

import io.snowbraid.internal.Log;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Reads a clock in ticks of a layout. A clock that throws is a typed failure of the call. */
final class TickClock {

  private final InstantSource source;
  private final boolean foreign;
  private final Instant epoch;
  private final long epochMillis;
  private final long tickMillis;

  TickClock(InstantSource source, Layout layout) {
    this.source = source;
    this.foreign = !source.equals(InstantSource.system());
    this.epoch = layout.epoch();
    this.epochMillis = epoch.toEpochMilli();
    this.tickMillis = layout.tick().toMillis();
  }

  /** Returns whether the clock is not the system's, so that it may hang, throw or call back. */
  boolean isForeign() {
    return foreign;
  }

  /**
   * Returns the tick that the clock shows; negative before the epoch.
   *
   * @throws ClockFailedException if the clock throws
   */
  long read() {
    try {
      return Math.floorDiv(source.millis() - epochMillis, tickMillis);
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
  }

  /**
   * Returns the time that the clock shows.
   *
   * @throws ClockFailedException if the clock throws
   */
  Instant now() {
    try {
      return source.instant();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
  }

  private static ClockFailedException failed(Throwable e) {
    if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
      throw fatal; // it is no failure of the clock; one that calls back in overflows the stack
    }
    return e instanceof ClockFailedException failure // it asked for an id, which read it again
        ? failure
        : new ClockFailedException(
            "clock failed: " + e.getClass().getName() + ", " + Log.line(e) + "; mend or replace it",
            e);
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
