package io.snowbraid.layout;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.snowbraid.internal.Arguments;
import java.time.Duration;
import java.time.Instant;

/** Checks shared by all layouts. */
final class LayoutChecks {

  private LayoutChecks() {}

  /**
   * Rejects a field that is too narrow or too wide.
   *
   * @param unit "bits" or "digits"
   */
  static void requireWidth(String field, int width, int min, int max, String unit) {
    Arguments.between(field + " " + unit, width, min, max);
  }

  /** Rejects fractions of a millisecond, because clock readings are whole milliseconds. */
  static void requireWholeMillis(Instant epoch, Duration tick) {
    if (tick.compareTo(Duration.ofMillis(1)) < 0 || !tick.equals(tick.truncatedTo(MILLIS))) {
      throw new IllegalArgumentException(
          "tick must be a positive whole number of milliseconds, but is " + tick);
    }
    if (!epoch.equals(epoch.truncatedTo(MILLIS))) {
      throw new IllegalArgumentException(
          "epoch must be a whole number of milliseconds, but is " + epoch);
    }
  }

  /**
   * Rejects a last tick that ends beyond 64 bits of milliseconds since 1970, the unit of clock
   * comparisons.
   */
  static void requireRepresentable(int time, long lastTick, Instant epoch, Duration tick) {
    try {
      long millis = Math.multiplyExact(lastTick + 1, tick.toMillis());
      Math.addExact(epoch.toEpochMilli(), millis);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "last tick must be within 64 bits of milliseconds: time="
              + time
              + ", tick="
              + tick
              + ", epoch="
              + epoch,
          e);
    }
  }
}
