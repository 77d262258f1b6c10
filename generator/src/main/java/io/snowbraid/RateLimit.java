package io.snowbraid;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how often something happens: some at once, and from then on one in each interval. The
 * generic cell rate algorithm (ITU-T I.371), in one number: when the bucket would be full again.
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

  /** Whether it may happen now; then it counts. */
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

  /** What counted last did not happen. */
  void giveBack() {
    full.addAndGet(-intervalNanos);
  }
}
