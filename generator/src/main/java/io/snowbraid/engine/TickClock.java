package io.snowbraid.engine;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.internal.Log;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Reads a clock in layout ticks. */
final class TickClock {

  private final InstantSource source;
  private final Instant epoch;
  private final long epochMillis;
  private final long tickMillis;

  /** Whether the clock could request ids; the system clock cannot. */
  private final boolean isForeign;

  /**
   * The thread that last started to read the clock. A plain field suffices, because a thread looks
   * only for itself. If another thread overwrites it, a recursive call is detected one level
   * deeper.
   */
  private @Nullable Thread reader;

  TickClock(InstantSource source, Layout layout) {
    this.source = source;
    this.epoch = layout.epoch();
    this.epochMillis = epoch.toEpochMilli();
    this.tickMillis = layout.tick().toMillis();
    this.isForeign = !isSystems(source);
  }

  /** Returns whether a clock is the system clock, which neither throws nor requests ids. */
  static boolean isSystems(InstantSource source) {
    return source.equals(InstantSource.system());
  }

  /**
   * Returns the current tick; negative before the epoch.
   *
   * @throws ClockFailedException if the clock throws, or requests ids from its own generator
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
   * Returns the current time.
   *
   * @throws ClockFailedException if the clock throws, or requests ids from its own generator
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
    return e instanceof ClockFailedException failure // from a recursive call
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
   * Converts a duration to ticks, rounded down and limited to {@link Long#MAX_VALUE} milliseconds.
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

  long millis(long ticks) {
    return ticks * tickMillis;
  }

  Duration duration(long ticks) {
    return Duration.ofMillis(tickMillis).multipliedBy(ticks);
  }

  /** Returns the start of a tick. */
  Instant start(long tick) {
    return epoch.plus(duration(tick));
  }
}
