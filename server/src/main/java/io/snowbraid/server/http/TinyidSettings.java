package io.snowbraid.server.http;

import io.snowbraid.segment.SegmentSource;

/**
 * What the endpoints of Tinyid's server need.
 *
 * @param source where segments for clients are drawn from
 * @param tokens who may have numbers of which tags
 * @param minSegment how many numbers a client's segment has at least, from 1 to 1,000,000; the step
 *     of a row of Tinyid's or Leaf's table may be more
 */
public record TinyidSettings(SegmentSource source, TinyidTokens tokens, int minSegment) {

  private static final int MOST = 1_000_000;

  /**
   * Checks settings.
   *
   * @param source not null
   * @param tokens not null
   * @param minSegment from 1 to 1,000,000
   * @throws IllegalArgumentException if a value is out of its range
   */
  public TinyidSettings {
    if (minSegment < 1 || minSegment > MOST) {
      throw new IllegalArgumentException(
          "1 <= tinyid segment <= " + MOST + " must hold: segment=" + minSegment);
    }
  }
}
