package io.snowbraid.engine;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.internal.Log;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a clock in ticks of a layout. A clock that throws, or asks its own generator for ids, is a
 * typed failure of the call.
 */
final class TickClock {

  private final InstantSource source;
  private final Instant epoch;
  private final long epochMillis;
  private final long tickMillis;

  /** Whether the clock could ask for ids; the system's cannot. */
  private final boolean isForeign;

  /**
   * A thread that reads the clock, the latest if there are several. It is a plain field, because a
   * thread only looks for itself: if others hide that it asks itself, it sees so when it asks
   * again.
   */
  private @Nullable Thread reader;

  TickClock(InstantSource source, Layout layout) {
    this.source = source;
    this.epoch = layout.epoch();
    this.epochMillis = epoch.toEpochMilli();
    this.tickMillis = layout.tick().toMillis();
    this.isForeign = !isSystems(source);
  }

  /** Returns whether a clock is the system's, which neither throws nor asks for ids. */
  static boolean isSystems(InstantSource source) {
    return source.equals(InstantSource.system());
  }

  /**
   * Returns the tick that the clock shows; negative before the epoch.
   *
   * @throws ClockFailedException if the clock throws, or asks its own generator for ids
   */
  long read() {
    begin();
    try {
      return Math.floorDiv(source.millis() - epochMillis, tickMillis);
    } catch (RuntimeException | Error e) {
      throw failed(e);
    } finally {
      end();
    }
  }

  /**
   * Returns the time that the clock shows.
   *
   * @throws ClockFailedException if the clock throws, or asks its own generator for ids
   */
  Instant now() {
    begin();
    try {
      return source.instant();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    } finally {
      end();
    }
  }

  private void begin() {
    if (isForeign) {
      if (reader == Thread.currentThread()) {
        throw new ClockFailedException(
            "clock "
                + source.getClass().getName()
                + " requests ids from the generator that reads it; use a clock that does not",
            null);
      }
      reader = Thread.currentThread();
    }
  }

  private void end() {
    if (isForeign && reader == Thread.currentThread()) {
      reader = null;
    }
  }

  private static RuntimeException failed(Throwable e) {
    if (e instanceof VirtualMachineError fatal) {
      throw fatal;
    }
    return e instanceof ClockFailedException failure // of a call that the clock made
        ? failure
        : new ClockFailedException(
            "clock failed: "
                + e.getClass().getName()
                + ", "
                + Log.line(e)
                + "; repair or replace it",
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
