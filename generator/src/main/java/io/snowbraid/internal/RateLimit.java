package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how often something happens: a burst at once, and then once per interval. It is the
 * generic cell rate algorithm (ITU-T I.371), whose state is one number: when the bucket will be
 * full again.
 */
public final class RateLimit {

  private final long intervalNanos;
  private final long burstNanos;
  private final AtomicLong full;

  /**
   * Creates a limit.
   *
   * @param burst how often it may happen at once
   * @param interval between the later ones
   * @param now the present reading of a steady clock, in nanoseconds
   */
  public RateLimit(int burst, Duration interval, long now) {
    this.intervalNanos = interval.toNanos();
    this.burstNanos = burst * intervalNanos;
    this.full = new AtomicLong(now);
  }

  /**
   * Returns whether it may happen now, and counts it if so.
   *
   * @param now the present reading of the clock
   * @return whether it may happen
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

  /** Takes back the last count, because it did not happen. */
  public void release() {
    full.addAndGet(-intervalNanos);
  }
}
