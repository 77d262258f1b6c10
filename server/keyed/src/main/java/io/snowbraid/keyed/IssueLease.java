package io.snowbraid.keyed;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long this server may issue: for the lease, counted by its own steady clock from just before
 * the last renewal was sent. It also stops when the wall clock has gained more than a quarter of
 * the margin on the steady clock since then. The reason is that the steady clock of a suspended
 * machine stands still. The rest of the margin is for clocks that run at different rates.
 *
 * <p>Safe for use by any number of threads.
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
   * Creates a lease that was not granted yet.
   *
   * @param whenDoubted called once, in any thread, when it stops because of the wall clock
   */
  IssueLease(KeyedSettings settings, InstantSource clock, Runnable whenDoubted) {
    this.clock = clock;
    this.leaseNanos = Durations.nanos(settings.lease());
    this.maxGained = settings.margin().dividedBy(4).toMillis();
    this.whenDoubted = whenDoubted;
  }

  /** Returns a reading of the wall clock, for {@link #granted}. */
  long millis() {
    return clock.millis();
  }

  /**
   * Notes that a renewal was answered.
   *
   * @param nanos the steady clock just before it was sent
   * @param millis the wall clock then
   */
  void granted(long nanos, long millis) {
    grant.set(new Grant(nanos, millis));
  }

  void revoke() {
    grant.set(null);
  }

  /** Revokes it for good, whatever is answered later. */
  void end() {
    isEnded = true;
    revoke();
  }

  /** Returns whether the server may issue at a reading of the steady clock. */
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

  /** Returns how long it still holds; zero if it does not. */
  Duration left(long nanoTime) {
    Grant held = grant.get();
    long left = held == null ? 0 : leaseNanos - (nanoTime - held.nanos);
    return Duration.ofNanos(Math.max(0, left));
  }
}
