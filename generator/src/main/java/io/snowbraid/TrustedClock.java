package io.snowbraid;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one generator, with a doubt: a leap forward that the store's clock denies is not
 * believed until it has lasted a while. Meanwhile readings go on from the last good one, by the
 * clock that never steps.
 *
 * <p>All but {@link #read} is confined to the lock of {@link LaneAllocator}.
 */
final class TrustedClock {

  /** How far the clock may stand off what is expected of it. */
  static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** What the slewing of a clock in a long pause may come to. */
  private static final Duration NOTABLE_JUMP = Duration.ofSeconds(10);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TickClock clock;
  private final MonotonicTime monotonic;
  private final long delayNanos;
  private final long tolerance;

  private volatile @Nullable Doubt doubt;
  private long lastRaw;
  private long lastNanos;
  private Duration jump = Duration.ZERO;
  private boolean overruled;
  private long goodTick;
  private long goodNanos;

  /** Since when the clock is doubted, and the reading that others are reckoned from. */
  private record Doubt(long tick, long nanos, long since) {}

  TrustedClock(TickClock clock, MonotonicTime monotonic, Duration delay) {
    this.clock = clock;
    this.monotonic = monotonic;
    this.delayNanos = Durations.nanos(delay);
    this.tolerance = clock.wholeTicks(TOLERANCE);
    this.lastRaw = clock.read();
    this.lastNanos = monotonic.nanoTime();
    this.goodTick = lastRaw;
    this.goodNanos = lastNanos;
  }

  /** The present tick; from any thread. */
  long read() {
    Doubt present = doubt;
    return present == null
        ? clock.read()
        : expected(present.tick(), present.nanos(), monotonic.nanoTime());
  }

  private long expected(long tick, long nanos, long now) {
    return tick + clock.wholeTicks(Duration.ofNanos(now - nanos));
  }

  /**
   * Looks at the clock.
   *
   * @param nanos the clock that never steps
   * @return the present tick
   */
  long observe(long nanos) {
    long raw = clock.read();
    noteJump(raw - lastRaw, nanos - lastNanos);
    lastRaw = raw;
    lastNanos = nanos;
    Doubt present = doubt;
    return present == null ? raw : settle(present, raw, nanos);
  }

  /** In whole milliseconds first: this is asked for each run of ids. */
  private void noteJump(long ticks, long passed) {
    long beyond = clock.millis(ticks) - passed / NANOS_PER_MILLI;
    if (Math.abs(beyond) > NOTABLE_JUMP.toMillis()) {
      jump = clock.duration(ticks).minusNanos(passed);
    }
  }

  private long settle(Doubt present, long raw, long nanos) {
    long expected = expected(present.tick(), present.nanos(), nanos);
    boolean isBack = raw - expected <= tolerance; // or stepped back, which is no leap
    overruled = !isBack && nanos - present.since() >= delayNanos;
    if (isBack || overruled) {
      doubt = null;
      return raw;
    }
    return expected;
  }

  /** How far the wall clock jumped since this was asked last; zero if not notably. */
  Duration takeJump() {
    Duration taken = jump;
    jump = Duration.ZERO;
    return taken;
  }

  /** The reading of the last {@link #observe} was good: nothing speaks against it. */
  void trust(long tick, long nanos) {
    goodTick = tick;
    goodNanos = nanos;
    overruled = false;
  }

  /** The last {@link #observe} showed a leap that the store denies. */
  void doubt(long nanos) {
    doubt = new Doubt(goodTick, goodNanos, nanos);
  }

  boolean isDoubted() {
    return doubt != null;
  }

  /** Whether a leap is still to be judged: neither doubted already nor believed after a doubt. */
  boolean isVerifiable() {
    return doubt == null && !overruled;
  }
}
