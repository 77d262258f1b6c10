package io.snowbraid.server.http;

import io.snowbraid.segment.SegmentSource;
import java.util.Objects;

/**
 * What the endpoints of Tinyid's server need.
 *
 * <p>Immutable and thread-safe.
 */
public final class TinyidSettings {

  private static final int DEFAULT_MIN_SEGMENT = 1_000;
  private static final int MAX = 1_000_000;

  private final SegmentSource source;
  private final TinyidTokens tokens;
  private final int minSegment;

  private TinyidSettings(SegmentSource source, TinyidTokens tokens, int minSegment) {
    this.source = Objects.requireNonNull(source, "source");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.minSegment = minSegment;
    if (minSegment < 1 || minSegment > MAX) {
      throw new IllegalArgumentException(
          "1 <= tinyid segment <= " + MAX + " must hold: segment=" + minSegment);
    }
  }

  /**
   * Creates settings with segments of at least 1,000 numbers.
   *
   * @param source where segments for clients are drawn from
   * @param tokens who may have numbers of which tags
   * @return new settings
   */
  public static TinyidSettings of(SegmentSource source, TinyidTokens tokens) {
    return new TinyidSettings(source, tokens, DEFAULT_MIN_SEGMENT);
  }

  /**
   * Changes how many numbers a client's segment has at least.
   *
   * @param min from 1 to 1,000,000; the step of a row of Tinyid's or Leaf's table may be more
   * @return new settings
   * @throws IllegalArgumentException if it is out of this range
   */
  public TinyidSettings withMinSegment(int min) {
    return new TinyidSettings(source, tokens, min);
  }

  /**
   * Returns where segments for clients are drawn from.
   *
   * @return the source
   */
  public SegmentSource source() {
    return source;
  }

  /**
   * Returns who may have numbers of which tags.
   *
   * @return the tokens
   */
  public TinyidTokens tokens() {
    return tokens;
  }

  /**
   * Returns how many numbers a client's segment has at least.
   *
   * @return from 1 to 1,000,000
   */
  public int minSegment() {
    return minSegment;
  }

  @Override
  public String toString() {
    return "TinyidSettings[source=" + source + ", minSegment=" + minSegment + "]";
  }
}
