package io.snowbraid.server.internal.peers;

import io.snowbraid.segment.Segment;

/**
 * A segment as Tinyid's clients know it: they issue the numbers above the current one, up to the
 * largest, that have the remainder modulo delta; and ask for the next segment at the loading one.
 */
record TinyidSegment(long maxId, long loadingId, long currentId, long delta, long remainder) {

  private static final int LOADING_PERCENT = 20;

  /**
   * Converts a segment.
   *
   * @throws IllegalStateException if its numbers have no equal distance
   */
  static TinyidSegment of(Segment segment) {
    if (segment.region().bits() > 0) {
      throw new IllegalStateException(
          "segment for a client must have no region: region=" + segment.region());
    }
    long delta = segment.step();
    long max = segment.bound() - 1;
    long current = max - segment.count() * delta;
    long loading = current + (max - current) * LOADING_PERCENT / 100;
    return new TinyidSegment(max, loading, current, delta, segment.first() % delta);
  }

  String json() {
    return "{\"maxId\":"
        + maxId
        + ",\"loadingId\":"
        + loadingId
        + ",\"currentId\":"
        + currentId
        + ",\"delta\":"
        + delta
        + ",\"remainder\":"
        + remainder
        + "}";
  }

  String text() {
    return currentId + "," + loadingId + "," + maxId + "," + delta + "," + remainder;
  }
}
