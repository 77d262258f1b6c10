package io.snowbraid;

import static java.time.temporal.ChronoUnit.MILLIS;

import java.time.Duration;
import java.time.Instant;

/** What every layout refuses, in one wording. */
final class LayoutChecks {

  private LayoutChecks() {}

  /**
   * Refuses a field that is too narrow or too wide.
   *
   * @param unit "bits" or "digits"
   */
  static void requireWidth(String field, int width, int least, int most, String unit) {
    if (width < least || width > most) {
      throw new IllegalArgumentException(
          field
              + " must be "
              + least
              + " to "
              + most
              + " "
              + unit
              + " wide: "
              + field
              + "="
              + width);
    }
  }

  /** Refuses parts of a millisecond: clock readings come in whole ones. */
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

  /** Clock readings are compared in milliseconds since 1970, so the last tick must be one. */
  static void requireRepresentable(int time, long lastTick, Instant epoch, Duration tick) {
    try {
      long millis = Math.multiplyExact(lastTick + 1, tick.toMillis());
      long unused = Math.addExact(epoch.toEpochMilli(), millis);
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

  /** Refuses a value that its field cannot hold. */
  static void requireBelow(String field, long value, long limit) {
    if (value < 0 || value >= limit) {
      throw new IllegalArgumentException(
          field + " must be in [0, " + limit + "): " + field + "=" + value);
    }
  }
}
