package io.snowbraid.internal;

import java.time.Duration;

/**
 * Plans how many numbers to draw, and when.
 *
 * <p>At each draw, the rate moves towards the numbers issued since the last draw divided by the
 * elapsed time. A longer time has more weight, so that draws in quick succession do not distort the
 * rate:
 *
 * <pre>rate = rate + (issued / elapsed - rate) * elapsed / (elapsed + 0.1 s)</pre>
 *
 * <p>A draw should last for the target time at this rate, but is at least half and at most twice as
 * large as the last one:
 *
 * <pre>size = clamp(rate * target, size / 2, size * 2)</pre>
 *
 * <p>The next draw begins once only the reserve remains. The reserve outlasts four draws as slow as
 * the slowest recent one, and half a second in which the drawing thread is not scheduled. It is at
 * least a quarter of the last draw, because the rate may rise:
 *
 * <pre>reserve = max(size / 4, rate * min(target, max(4 * latency, 0.5 s)))</pre>
 *
 * <p>Numbers that age must not be drawn so early; their reserve is half of the last draw.
 *
 * <p>A latency higher than the current estimate replaces it at once; a lower one moves it by an
 * eighth of the difference per draw. Used by one thread at a time.
 */
public final class DrawPlan {

  private static final double MIN_LEAD_NANOS = 500e6;
  private static final double SETTLING_NANOS = 100e6;
  private static final int LATENCIES = 4;
  private static final int MEMORY = 8;

  private final long minDraw;
  private final long maxDraw;
  private final double targetNanos;
  private final boolean isHalfReserved;
  private long size;
  private double ratePerNano;
  private double latencyNanos;
  private boolean hasDrawn;
  private long lastAt;
  private long lastIssued;

  /**
   * Creates a plan.
   *
   * @param target how long a draw should last
   * @param firstDraw the size of the first draw, when the rate is unknown
   * @param minDraw the smallest draw
   * @param maxDraw the largest draw
   * @param isHalfReserved whether the reserve is always half of the last draw
   */
  public DrawPlan(
      Duration target, long firstDraw, long minDraw, long maxDraw, boolean isHalfReserved) {
    this.minDraw = minDraw;
    this.maxDraw = maxDraw;
    this.targetNanos = Durations.nanos(target);
    this.isHalfReserved = isHalfReserved;
    this.size = within(firstDraw, minDraw, maxDraw);
  }

  /**
   * Returns how many numbers to draw.
   *
   * @param now the monotonic clock's reading, in nanoseconds
   * @param issued how many numbers have been issued so far
   * @param needed how many numbers the largest waiting call needs
   */
  long size(long now, long issued, long needed) {
    long planned = size;
    if (hasDrawn) {
      long lasting = (long) Math.ceil(rate(now, issued) * targetNanos);
      planned = within(lasting, size / 2, 2 * size);
    }
    return within(Math.max(planned, needed), minDraw, maxDraw);
  }

  /**
   * Records a successful draw.
   *
   * @param planned the result of {@link #size} before it
   */
  void recordDraw(long begun, long ended, long issued, long planned) {
    ratePerNano = rate(begun, issued);
    double latest = ended - begun;
    latencyNanos = Math.max(latest, latencyNanos + (latest - latencyNanos) / MEMORY);
    size = planned;
    hasDrawn = true;
    lastAt = begun;
    lastIssued = issued;
  }

  private double rate(long now, long issued) {
    if (!hasDrawn) {
      return 0;
    }
    double elapsed = Math.max(1, now - lastAt);
    double latest = (issued - lastIssued) / elapsed;
    return ratePerNano + (latest - ratePerNano) * elapsed / (elapsed + SETTLING_NANOS);
  }

  /** Returns how many numbers remain when the next draw must begin. */
  long reserve() {
    if (isHalfReserved) {
      return (size + 1) / 2;
    }
    double lead = Math.max(LATENCIES * latencyNanos, MIN_LEAD_NANOS);
    return Math.max(size / 4, (long) (ratePerNano * Math.min(targetNanos, lead)));
  }

  /**
   * Returns the rate.
   *
   * @return numbers issued per second
   */
  public double ratePerSecond() {
    return ratePerNano * 1e9;
  }

  /**
   * Returns how long the slowest recent draw took.
   *
   * @return nanoseconds
   */
  public double latencyNanos() {
    return latencyNanos;
  }

  private static long within(long value, long min, long max) {
    return Math.max(min, Math.min(value, max));
  }
}
