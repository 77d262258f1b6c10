package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;
import java.time.Duration;

/**
 * How the segments of a tag are drawn.
 *
 * <p>Immutable and thread-safe.
 */
public final class SegmentSettings {

  /**
   * Segments for 10 seconds, of 1 to 1,000,000 numbers; a call waits for 5 seconds; nothing is
   * discarded.
   */
  public static final SegmentSettings DEFAULT =
      new SegmentSettings(
          Duration.ofSeconds(10), 1, 1_000_000, Duration.ofSeconds(5), Long.MAX_VALUE);

  private static final long MAX = 1_000_000;

  private final Duration target;
  private final long minDraw;
  private final long maxDraw;
  private final Duration maxWait;
  private final long maxBehind;

  private SegmentSettings(
      Duration target, long minDraw, long maxDraw, Duration maxWait, long maxBehind) {
    this.target = target;
    this.minDraw = minDraw;
    this.maxDraw = maxDraw;
    this.maxWait = maxWait;
    this.maxBehind = maxBehind;
    check();
  }

  private void check() {
    Arguments.atLeast("target", target, Duration.ofNanos(1));
    Arguments.between("minDraw", minDraw, 1, MAX);
    Arguments.between("maxDraw", maxDraw, minDraw, MAX);
    Arguments.atLeast("maxWait", maxWait, Duration.ZERO);
    Arguments.atLeast("maxBehind", maxBehind, 1);
  }

  /**
   * Changes how long a segment should last at the present rate.
   *
   * @param newTarget more than 0
   * @return new settings
   * @throws IllegalArgumentException if it is out of this range
   */
  public SegmentSettings withTarget(Duration newTarget) {
    return new SegmentSettings(newTarget, minDraw, maxDraw, maxWait, maxBehind);
  }

  /**
   * Changes how many numbers are drawn at once.
   *
   * @param min at least so many, from 1 to 1,000,000
   * @param max at most so many, from {@code min} to 1,000,000
   * @return new settings
   * @throws IllegalArgumentException if one is out of its range
   */
  public SegmentSettings withDraws(long min, long max) {
    return new SegmentSettings(target, min, max, maxWait, maxBehind);
  }

  /**
   * Changes how long a call may wait for numbers. The first segment is waited for at least 5
   * seconds, and for 15 if the store does not answer.
   *
   * @param newMaxWait at least 0; 0 to wait never
   * @return new settings
   * @throws IllegalArgumentException if it is negative
   */
  public SegmentSettings withMaxWait(Duration newMaxWait) {
    return new SegmentSettings(target, minDraw, maxDraw, newMaxWait, maxBehind);
  }

  /**
   * Changes how far numbers in memory may be behind a segment that is drawn later, before they are
   * discarded. It matters where regions are {@linkplain RegionSynchronizer synchronized}.
   *
   * @param newMaxBehind at least 1; {@link Long#MAX_VALUE} to discard none
   * @return new settings
   * @throws IllegalArgumentException if it is less than 1
   */
  public SegmentSettings withMaxBehind(long newMaxBehind) {
    return new SegmentSettings(target, minDraw, maxDraw, maxWait, newMaxBehind);
  }

  /**
   * Returns how long a segment should last at the present rate.
   *
   * @return more than 0
   */
  public Duration target() {
    return target;
  }

  /**
   * Returns the least numbers that are drawn at once.
   *
   * @return from 1 to 1,000,000
   */
  public long minDraw() {
    return minDraw;
  }

  /**
   * Returns the most numbers that are drawn at once.
   *
   * @return from the least to 1,000,000
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

  /**
   * Returns how far numbers in memory may be behind a segment that is drawn later.
   *
   * @return at least 1; {@link Long#MAX_VALUE} if none are discarded
   */
  public long maxBehind() {
    return maxBehind;
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
        + ", maxBehind="
        + maxBehind
        + "]";
  }
}
