package io.snowbraid.layout;

import static java.time.temporal.ChronoUnit.MILLIS;

import java.time.Duration;
import java.time.Instant;

/** Checks that all layouts share. */
final class LayoutChecks {

  private LayoutChecks() {}

  /**
   * Rejects a field that is too narrow or too wide.
   *
   * @param unit "bits" or "digits"
   */
  static void requireWidth(String field, int width, int min, int max, String unit) {
    if (width < min || width > max) {
      throw new IllegalArgumentException(
          field + " must be " + min + " to " + max + " " + unit + " wide: " + field + "=" + width);
    }
  }

  /** Rejects fractions of a millisecond, because clock readings are whole milliseconds. */
  static void requireWholeMillis(Instant epoch, Duration tick) {
    if (tick.compareTo(Duration.ofMillis(1)) < 0 || !tick.equals(tick.truncatedTo(MILLIS))) {
      throw new IllegalArgumentException(
          "tick must be a whole number of milliseconds >= 1: tick=" + tick);
    }
    if (!epoch.equals(epoch.truncatedTo(MILLIS))) {
      throw new IllegalArgumentException(
          "epoch must be a whole number of milliseconds: epoch=" + epoch);
    }
  }

  /**
   * Rejects a last tick beyond 64 bits of milliseconds since 1970, the unit in which clock readings
   * are compared.
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

  /** Rejects a value that its field cannot hold. */
  static void requireBelow(String field, long value, long limit) {
    if (value < 0 || value >= limit) {
      throw new IllegalArgumentException(
          field + " must be in [0, " + limit + "): " + field + "=" + value);
    }
  }
}
