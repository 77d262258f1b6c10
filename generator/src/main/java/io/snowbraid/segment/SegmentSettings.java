package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;
import java.time.Duration;

/**
 * Configures how a tag's segments are drawn.
 *
 * <p>Immutable and thread-safe.
 */
public final class SegmentSettings {

  /**
   * The defaults: segments that last 10 seconds, of 1 to 1,000,000 numbers; calls wait up to 5
   * seconds.
   */
  public static final SegmentSettings DEFAULT =
      new SegmentSettings(Duration.ofSeconds(10), 1, 1_000_000, Duration.ofSeconds(5));

  private static final long MAX = 1_000_000;

  private final Duration target;
  private final long minDraw;
  private final long maxDraw;
  private final Duration maxWait;

  private SegmentSettings(Duration target, long minDraw, long maxDraw, Duration maxWait) {
    this.target = target;
    this.minDraw = minDraw;
    this.maxDraw = maxDraw;
    this.maxWait = maxWait;
    check();
  }

  private void check() {
    Arguments.atLeast("target", target, Duration.ofNanos(1));
    Arguments.between("minDraw", minDraw, 1, MAX);
    Arguments.between("maxDraw", maxDraw, minDraw, MAX);
    Arguments.atLeast("maxWait", maxWait, Duration.ZERO);
  }

  /**
   * Sets how long a segment should last at the current rate.
   *
   * @param newTarget more than 0
   * @return new settings
   * @throws IllegalArgumentException if the duration is not positive
   */
  public SegmentSettings withTarget(Duration newTarget) {
    return new SegmentSettings(newTarget, minDraw, maxDraw, maxWait);
  }

  /**
   * Sets how many numbers one draw takes.
   *
   * @param min the fewest, from 1 to 1,000,000
   * @param max the most, from {@code min} to 1,000,000
   * @return new settings
   * @throws IllegalArgumentException if a value is out of range
   */
  public SegmentSettings withDraws(long min, long max) {
    return new SegmentSettings(target, min, max, maxWait);
  }

  /**
   * Sets how long a call may wait for numbers. The call that draws a tag's first segment may wait 5
   * seconds even with a shorter limit, or 15 seconds while no draw has failed.
   *
   * @param newMaxWait at least 0; 0 never waits
   * @return new settings
   * @throws IllegalArgumentException if the duration is negative
   */
  public SegmentSettings withMaxWait(Duration newMaxWait) {
    return new SegmentSettings(target, minDraw, maxDraw, newMaxWait);
  }

  /**
   * Returns how long a segment should last at the current rate.
   *
   * @return more than 0
   */
  public Duration target() {
    return target;
  }

  /**
   * Returns the fewest numbers that one draw takes.
   *
   * @return from 1 to 1,000,000
   */
  public long minDraw() {
    return minDraw;
  }

  /**
   * Returns the most numbers that one draw takes.
   *
   * @return from {@link #minDraw} to 1,000,000
   */
  public long maxDraw() {
    return maxDraw;
  }

  /**
   * Returns how long a call may wait for numbers.
   *
   * @return at least 0
   * @see #withMaxWait
   */
  public Duration maxWait() {
    return maxWait;
  }

  @Override
  public String toString() {
    return "SegmentSettings[target="
        + target
        + ", minDraw="
        + minDraw
        + ", maxDraw="
        + maxDraw
        + ", maxWait="
        + maxWait
        + "]";
  }
}
