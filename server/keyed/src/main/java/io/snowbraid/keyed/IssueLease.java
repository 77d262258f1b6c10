package io.snowbraid.keyed;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long this server may issue numbers: for the lease, measured by its monotonic clock
 * from just before the last successful renewal was sent. The monotonic clock of a suspended machine
 * stands still. Issuing therefore also stops once the wall clock has gained more than a quarter of
 * the margin on it. The rest of the margin is for clocks with different rates.
 *
 * <p>Thread-safe.
 */
final class IssueLease {

  private record Grant(long nanos, long millis) {}

  private final AtomicReference<@Nullable Grant> grant = new AtomicReference<>();
  private final InstantSource clock;
  private final long leaseNanos;
  private final long maxGained;
  private final Runnable whenDoubted;
  private volatile boolean isEnded;

  /**
   * Creates a lease that is not granted yet.
   *
   * @param whenDoubted called once, in any thread, when the wall clock stops issuing
   */
  IssueLease(KeyedSettings settings, InstantSource clock, Runnable whenDoubted) {
    this.clock = clock;
    this.leaseNanos = Durations.nanos(settings.lease());
    this.maxGained = settings.margin().dividedBy(4).toMillis();
    this.whenDoubted = whenDoubted;
  }

  /**
   * Records a successful renewal.
   *
   * @param nanos the monotonic clock just before the renewal was sent
   * @param millis the wall clock at that time
   */
  void granted(long nanos, long millis) {
    grant.set(new Grant(nanos, millis));
  }

  void revoke() {
    grant.set(null);
  }

  /** Revokes the lease permanently, even if a renewal succeeds later. */
  void revokePermanently() {
    isEnded = true;
    revoke();
  }

  /** Returns whether the server may issue numbers at a reading of the monotonic clock. */
  boolean permits(long nanoTime) {
    Grant held = grant.get();
    if (isEnded || held == null || nanoTime - held.nanos >= leaseNanos) {
      return false;
    }
    long gained = clock.millis() - held.millis - (nanoTime - held.nanos) / 1_000_000;
    if (gained <= maxGained) {
      return true;
    }
    if (grant.compareAndSet(held, null)) {
      whenDoubted.run();
    }
    return false;
  }

  /** Returns how long the lease remains valid; zero if it is not. */
  Duration left(long nanoTime) {
    Grant held = grant.get();
    long left = held == null ? 0 : leaseNanos - (nanoTime - held.nanos);
    return Duration.ofNanos(Math.max(0, left));
  }
}
