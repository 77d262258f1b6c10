package io.snowbraid.engine;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one generator. It distrusts a forward jump that the store clock contradicts, until
 * the jump has lasted for a while. Meanwhile, it continues from the last trusted reading by the
 * monotonic clock.
 *
 * <p>Everything except {@link #read} is guarded by the lock of {@link LaneAllocator}. {@link
 * #observe} must be called first.
 */
final class TrustedClock {

  /** How far the clock may deviate from the expected reading. */
  static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** Exceeds what slewing can add up to in a long pause. */
  private static final Duration NOTABLE_JUMP = Duration.ofSeconds(10);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TickClock clock;
  private final MonotonicTime monotonic;
  private final long delayNanos;
  private final long tolerance;

  private volatile @Nullable Distrust distrust;
  private boolean observed;
  private long lastRaw;
  private long lastNanos;
  private Duration jump = Duration.ZERO;
  private boolean overruled;
  private long trustedTick;
  private long trustedNanos;

  /** The trusted reading to continue from, and since when the clock is distrusted. */
  private record Distrust(long tick, long nanos, long since) {}

  TrustedClock(TickClock clock, MonotonicTime monotonic, Duration delay) {
    this.clock = clock;
    this.monotonic = monotonic;
    this.delayNanos = Durations.nanos(delay);
    this.tolerance = clock.wholeTicks(TOLERANCE);
  }

  /** Returns the current tick. Callable from any thread. */
  long read() {
    Distrust present = distrust;
    return present == null
        ? clock.read()
        : expected(present.tick(), present.nanos(), monotonic.nanoTime());
  }

  private long expected(long tick, long nanos, long now) {
    return tick + clock.wholeTicks(Duration.ofNanos(now - nanos));
  }

  /**
   * Reads the clock and detects jumps.
   *
   * @param nanos the monotonic clock reading
   * @return the current tick
   */
  long observe(long nanos) {
    long raw = clock.read();
    if (observed) {
      noteJump(raw - lastRaw, nanos - lastNanos);
    } else {
      trust(raw, nanos);
    }
    observed = true;
    lastRaw = raw;
    lastNanos = nanos;
    Distrust present = distrust;
    return present == null ? raw : settle(present, raw, nanos);
  }

  /**
   * Records a notable jump. Runs for each sequence block, so it first compares whole milliseconds,
   * which is cheap.
   */
  private void noteJump(long ticks, long passed) {
    long beyond = clock.millis(ticks) - passed / NANOS_PER_MILLI;
    if (Math.abs(beyond) > NOTABLE_JUMP.toMillis()) {
      jump = clock.duration(ticks).minusNanos(passed);
    }
  }

  private long settle(Distrust present, long raw, long nanos) {
    long expected = expected(present.tick(), present.nanos(), nanos);
    boolean isBack = raw - expected <= tolerance; // or it stepped back, which is no forward jump
    overruled = !isBack && nanos - present.since() >= delayNanos;
    if (isBack || overruled) {
      distrust = null;
      return raw;
    }
    return expected;
  }

  Duration takeJump() {
    Duration taken = jump;
    jump = Duration.ZERO;
    return taken;
  }

  /** Marks the last {@link #observe} as not contradicted. */
  void trust(long tick, long nanos) {
    trustedTick = tick;
    trustedNanos = nanos;
    overruled = false;
  }

  /**
   * Starts to distrust the clock, because the store clock contradicts the jump that the last {@link
   * #observe} saw.
   */
  void distrust(long nanos) {
    distrust = new Distrust(trustedTick, trustedNanos, nanos);
  }

  boolean isDistrusted() {
    return distrust != null;
  }

  /**
   * Returns whether a jump still has to be verified: the clock is not distrusted, and was not
   * accepted after having been distrusted.
   */
  boolean needsVerification() {
    return distrust == null && !overruled;
  }
}
