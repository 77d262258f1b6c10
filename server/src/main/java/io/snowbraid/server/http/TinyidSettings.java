package io.snowbraid.server.http;

import io.snowbraid.internal.Arguments;
import io.snowbraid.segment.SegmentSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Settings for serving the endpoints of Tinyid's server.
 *
 * @param source draws segments for clients
 * @param tokens reads all tokens, which may take long; called by one thread at a time. The server
 *     reads tokens at startup, and again when it needs them and they are a minute old. If that
 *     fails, known tokens stay valid. The server keeps only digests
 * @param minSegment the smallest segment for a client, from 1 to 1,000,000; the step of a row in
 *     Tinyid's or Leaf's table may be larger
 */
public record TinyidSettings(
    SegmentSource source, Supplier<List<TinyidToken>> tokens, int minSegment) {

  private static final int MAX = 1_000_000;

  /**
   * Creates settings.
   *
   * @param source draws segments for clients
   * @param tokens reads all tokens
   * @param minSegment the smallest segment for a client
   * @throws IllegalArgumentException if {@code minSegment} is not from 1 to 1,000,000
   */
  public TinyidSettings {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(tokens, "tokens");
    Arguments.between("minSegment", minSegment, 1, MAX);
  }
}
