package io.snowbraid.internal;

import java.time.Duration;

/**
 * Plans how many numbers to draw, and when.
 *
 * <p>With each draw, the rate moves towards what was issued since the last one, divided by the time
 * since then. The longer that time, the more it counts, so that draws in a row do not disturb it:
 *
 * <pre>rate = rate + (issued / elapsed - rate) * elapsed / (elapsed + 0.1 s)</pre>
 *
 * <p>A draw takes what lasts for the target time at this rate, but at most twice and at least half
 * of what the last one took:
 *
 * <pre>size = clamp(rate * target, size / 2, size * 2)</pre>
 *
 * <p>The next draw begins when no more numbers are left than the reserve. The reserve outlasts four
 * draws as slow as the slowest lately, and half a second in which the drawing thread gets no
 * processor. It is at least a quarter of the last draw, because a rate may rise:
 *
 * <pre>reserve = max(size / 4, rate * min(target, max(4 * latency, 0.5 s)))</pre>
 *
 * <p>Numbers that age must not be drawn so early; their reserve is half of the last draw.
 *
 * <p>The latency counts at once if it is higher than before; otherwise an eighth of the difference
 * is forgotten with each draw. Used only by one thread at a time.
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
   * @param firstDraw how many numbers are drawn first, when nothing is known
   * @param minDraw how many are drawn at least
   * @param maxDraw how many are drawn at most
   * @param isHalfReserved whether the reserve is half of the last draw, whatever the rate
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
   * @param now the steady clock's reading, in nanoseconds
   * @param issued how many numbers were issued ever
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
   * Notes a draw that succeeded.
   *
   * @param planned the result of {@link #size} before
   */
  void drew(long begun, long ended, long issued, long planned) {
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

  /** Returns with how many numbers left the next draw has to begin. */
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
   * @return how many numbers are issued in a second
   */
  public double ratePerSecond() {
    return ratePerNano * 1e9;
  }

  /**
   * Returns how long the slowest of the recent draws took.
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
