package io.snowbraid.segment;

import java.time.Duration;

/**
 * How the segments of a tag are drawn.
 *
 * @param target how long a segment should last at the present rate, more than 0
 * @param minDraw the least numbers that are drawn at once, from 1 to 1,000,000
 * @param maxDraw the most numbers that are drawn at once, from minDraw to 1,000,000
 * @param maxWait how long a call may wait for numbers; 0 to wait never. The first segment is waited
 *     for at least 5 seconds, and for 15 if the store does not answer
 * @param maxBehind how far numbers in memory may be behind a segment that is drawn later, before
 *     they are discarded: {@link Long#MAX_VALUE} to discard none. It matters where regions are
 *     {@linkplain RegionSynchronizer synchronized}.
 */
public record SegmentSettings(
    Duration target, long minDraw, long maxDraw, Duration maxWait, long maxBehind) {

  /**
   * Segments for 10 seconds, of 1 to 1,000,000 numbers; a call waits for 5 seconds; nothing is
   * discarded.
   */
  public static final SegmentSettings DEFAULT =
      new SegmentSettings(
          Duration.ofSeconds(10), 1, 1_000_000, Duration.ofSeconds(5), Long.MAX_VALUE);

  private static final long MOST = 1_000_000;

  /**
   * Checks settings.
   *
   * @param target more than 0
   * @param minDraw at least 1
   * @param maxDraw from minDraw to 1,000,000
   * @param maxWait at least 0
   * @param maxBehind at least 1
   * @throws IllegalArgumentException if a value is out of its range
   */
  public SegmentSettings {
    if (target.isNegative() || target.isZero()) {
      throw new IllegalArgumentException("target must be more than 0: target=" + target);
    }
    if (minDraw < 1 || maxDraw < minDraw || maxDraw > MOST) {
      throw new IllegalArgumentException(
          "1 <= minDraw <= maxDraw <= "
              + MOST
              + " must hold: minDraw="
              + minDraw
              + ", maxDraw="
              + maxDraw);
    }
    if (maxWait.isNegative()) {
      throw new IllegalArgumentException("maxWait must be >= 0: maxWait=" + maxWait);
    }
    if (maxBehind < 1) {
      throw new IllegalArgumentException("maxBehind must be >= 1: maxBehind=" + maxBehind);
    }
  }

  /**
   * Changes how long a segment should last.
   *
   * @param newTarget how long
   * @return new settings
   */
  public SegmentSettings withTarget(Duration newTarget) {
    return new SegmentSettings(newTarget, minDraw, maxDraw, maxWait, maxBehind);
  }

  /**
   * Changes how many numbers are drawn at once.
   *
   * @param least at least so many
   * @param most at most so many
   * @return new settings
   */
  public SegmentSettings withDraws(long least, long most) {
    return new SegmentSettings(target, least, most, maxWait, maxBehind);
  }

  /**
   * Changes how long a call may wait.
   *
   * @param newMaxWait how long
   * @return new settings
   */
  public SegmentSettings withMaxWait(Duration newMaxWait) {
    return new SegmentSettings(target, minDraw, maxDraw, newMaxWait, maxBehind);
  }

  /**
   * Changes how far numbers in memory may be behind.
   *
   * @param newMaxBehind how far
   * @return new settings
   */
  public SegmentSettings withMaxBehind(long newMaxBehind) {
    return new SegmentSettings(target, minDraw, maxDraw, maxWait, newMaxBehind);
  }
}
