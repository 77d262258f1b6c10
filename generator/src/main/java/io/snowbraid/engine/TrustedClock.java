package io.snowbraid.engine;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one generator. It doubts a forward jump that the store's clock denies, until the
 * jump has lasted a while. Meanwhile it counts on from the last trusted reading by the steady
 * clock.
 *
 * <p>Everything but {@link #read} is guarded by the lock of {@link LaneAllocator} that orders
 * readings. Nothing is read before the first {@link #observe}.
 */
final class TrustedClock {

  /** How far the clock may differ from the expected reading. */
  static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** More than the slewing of a clock can amount to in a long pause. */
  private static final Duration NOTABLE_JUMP = Duration.ofSeconds(10);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TickClock clock;
  private final MonotonicTime monotonic;
  private final long delayNanos;
  private final long tolerance;

  private volatile @Nullable Doubt doubt;
  private boolean observed;
  private long lastRaw;
  private long lastNanos;
  private Duration jump = Duration.ZERO;
  private boolean overruled;
  private long goodTick;
  private long goodNanos;

  /** Since when the clock is doubted, and the trusted reading to count on from. */
  private record Doubt(long tick, long nanos, long since) {}

  TrustedClock(TickClock clock, MonotonicTime monotonic, Duration delay) {
    this.clock = clock;
    this.monotonic = monotonic;
    this.delayNanos = Durations.nanos(delay);
    this.tolerance = clock.wholeTicks(TOLERANCE);
  }

  /** Returns the present tick. May be called from any thread. */
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
   * Reads the clock, and notes jumps.
   *
   * @param nanos the reading of the steady clock
   * @return the present tick
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
    Doubt present = doubt;
    return present == null ? raw : settle(present, raw, nanos);
  }

  /**
   * Notes a jump. Compares whole milliseconds first, because this is called for each sequence
   * block.
   */
  private void noteJump(long ticks, long passed) {
    long beyond = clock.millis(ticks) - passed / NANOS_PER_MILLI;
    if (Math.abs(beyond) > NOTABLE_JUMP.toMillis()) {
      jump = clock.duration(ticks).minusNanos(passed);
    }
  }

  private long settle(Doubt present, long raw, long nanos) {
    long expected = expected(present.tick(), present.nanos(), nanos);
    boolean isBack = raw - expected <= tolerance; // or it stepped back, which is no forward jump
    overruled = !isBack && nanos - present.since() >= delayNanos;
    if (isBack || overruled) {
      doubt = null;
      return raw;
    }
    return expected;
  }

  /** Returns how far the wall clock jumped since the last call; zero if it did not jump notably. */
  Duration takeJump() {
    Duration taken = jump;
    jump = Duration.ZERO;
    return taken;
  }

  /** Notes that nothing contradicts the reading of the last {@link #observe}. */
  void trust(long tick, long nanos) {
    goodTick = tick;
    goodNanos = nanos;
    overruled = false;
  }

  /** Begins to doubt the clock: the last {@link #observe} showed a jump that the store denies. */
  void doubt(long nanos) {
    doubt = new Doubt(goodTick, goodNanos, nanos);
  }

  boolean isDoubted() {
    return doubt != null;
  }

  /**
   * Returns whether a jump still has to be checked: it is neither doubted already nor believed
   * after a doubt.
   */
  boolean isVerifiable() {
    return doubt == null && !overruled;
  }
}
