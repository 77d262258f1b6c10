package io.snowbraid;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how often something happens: a burst at once, and then once per interval. It is the
 * generic cell rate algorithm (ITU-T I.371), whose state is one number: when the bucket will be
 * full again.
 */
final class RateLimit {

  private final long intervalNanos;
  private final long burstNanos;
  private final AtomicLong full;

  RateLimit(int burst, Duration interval, long now) {
    this.intervalNanos = interval.toNanos();
    this.burstNanos = burst * intervalNanos;
    this.full = new AtomicLong(now);
  }

  /** Returns whether it may happen now, and counts it if so. */
  boolean tryAcquire(long now) {
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
  void giveBack() {
    full.addAndGet(-intervalNanos);
  }
}
