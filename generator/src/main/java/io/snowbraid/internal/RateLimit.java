package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of an action: a burst at once, then one per interval. Uses the generic cell rate
 * algorithm (ITU-T I.371), whose only state is the time when the bucket will be full again.
 */
public final class RateLimit {

  private final long intervalNanos;
  private final long burstNanos;
  private final AtomicLong full;

  /**
   * Creates a limit.
   *
   * @param burst how often the action may run at once
   * @param interval the time between later runs
   * @param now the monotonic clock's current reading, in nanoseconds
   */
  public RateLimit(int burst, Duration interval, long now) {
    this.intervalNanos = interval.toNanos();
    this.burstNanos = burst * intervalNanos;
    this.full = new AtomicLong(now);
  }

  /**
   * Returns whether the action may run now, and counts it if so.
   *
   * @param now the clock's current reading
   * @return whether the action may run
   */
  public boolean tryAcquire(long now) {
    while (true) {
      long before = full.get();
      long after = (before - now > 0 ? before : now) + intervalNanos;
      if (after - now > burstNanos) {
        return false;
      }
      if (full.compareAndSet(before, after)) {
        return true;
      }
    }
  }

  /** Undoes the last count, because the action did not run. */
  public void release() {
    full.addAndGet(-intervalNanos);
  }
}
