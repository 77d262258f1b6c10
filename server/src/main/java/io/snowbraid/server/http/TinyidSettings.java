package io.snowbraid.server.http;

import io.snowbraid.segment.SegmentSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What the endpoints of Tinyid's server need.
 *
 * @param source where segments for clients are drawn from
 * @param tokens reads all tokens, which may take long; called by one thread at a time. A server
 *     reads them when it starts, and again when they are needed and a minute old; if that fails,
 *     those that it knows stay valid. It keeps only digests
 * @param minSegment how many numbers a client's segment has at least, from 1 to 1,000,000; the step
 *     of a row of Tinyid's or Leaf's table may be more
 */
public record TinyidSettings(
    SegmentSource source, Supplier<List<TinyidToken>> tokens, int minSegment) {

  private static final int MAX = 1_000_000;

  /**
   * Creates settings.
   *
   * @param source where segments for clients are drawn from
   * @param tokens reads all tokens
   * @param minSegment how many numbers a client's segment has at least
   * @throws IllegalArgumentException if that is not from 1 to 1,000,000
   */
  public TinyidSettings {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(tokens, "tokens");
    if (minSegment < 1 || minSegment > MAX) {
      throw new IllegalArgumentException(
          "1 <= tinyid segment <= " + MAX + " must hold: segment=" + minSegment);
    }
  }
}
