package io.snowbraid.keyed;

import java.util.concurrent.TimeUnit;

/**
 * Decides how far a slot's bound is raised: by more after a recent raise, by less after an old one.
 * Not thread-safe.
 */
final class BoundStep {

  static final int MIN = 1_000;
  private static final int MAX = 1 << 30;
  private static final long SOON = TimeUnit.SECONDS.toNanos(10);
  private static final long LATE = TimeUnit.MINUTES.toNanos(2);

  private int step = MIN;
  private long raised;
  private boolean isFirst = true;

  /** Returns the next bound: a step above the current bound and any number that is needed. */
  long next(long bound, long needed, long now) {
    long from = Math.max(bound, needed);
    int width = width(now);
    return from > Long.MAX_VALUE - width ? Long.MAX_VALUE : from + width;
  }

  /**
   * Records that a bound was written. Failed attempts do not count; otherwise the step would
   * explode.
   */
  void written(long now) {
    step = width(now);
    isFirst = false;
    raised = now;
  }

  /** Returns the number from which the bound must be raised to keep calls from waiting. */
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
