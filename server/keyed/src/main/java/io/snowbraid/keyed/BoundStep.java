package io.snowbraid.keyed;

import java.util.concurrent.TimeUnit;

/**
 * How far the bound of a slot is raised at once: further if it was raised a short time ago, less
 * far if that was long ago. Not thread-safe.
 */
final class BoundStep {

  static final int MIN = 1_000;
  private static final int MAX = 1 << 30;
  private static final long SOON = TimeUnit.SECONDS.toNanos(10);
  private static final long LATE = TimeUnit.MINUTES.toNanos(2);

  private int step = MIN;
  private long raised;
  private boolean isFirst = true;

  /** Returns the next bound: a step above the present one, and above a number that is needed. */
  long next(long bound, long needed, long now) {
    long from = Math.max(bound, needed);
    int width = width(now);
    return from > Long.MAX_VALUE - width ? Long.MAX_VALUE : from + width;
  }

  /** Notes that a bound was written. Attempts that fail do not count, or the step would explode. */
  void written(long now) {
    step = width(now);
    isFirst = false;
    raised = now;
  }

  /** Returns from which number on the bound is to be raised before callers have to wait. */
  long alarm(long bound) {
    return bound - step / 2;
  }

  private int width(long now) {
    long rest = now - raised;
    if (isFirst) {
      return step;
    }
    if (rest < SOON) {
      return step > MAX / 2 ? MAX : step * 2;
    }
    return rest > LATE ? Math.max(MIN, step / 2) : step;
  }
}
