package io.snowbraid.internal;

import java.time.Duration;

/** What {@link Duration} lacks. */
public final class Durations {

  private Durations() {}

  /**
   * Converts a duration.
   *
   * @param duration any
   * @return its nanoseconds; at most {@link Long#MAX_VALUE}, which is 292 years
   */
  public static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) { // for ever
      return Long.MAX_VALUE;
    }
  }
}
