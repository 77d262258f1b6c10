package io.snowbraid.client;

/**
 * Plans how many ids to draw: what is issued in the time that a block should last, at the rate
 * since the last draw, but at most twice and at least half of what the last one took.
 *
 * <pre>size = clamp(issued * target / elapsed, size / 2, size * 2)</pre>
 *
 * <p>The first block has one id. Used by one thread at a time.
 */
final class BlockPlan {

  /** The most ids of a block. */
  private static final int MAX = 10_000;

  private static final int MAX_REQUESTS = 100;

  /** The most bytes of a block's requests: they fit into the buffers of a socket. */
  private static final int MAX_BYTES = 1 << 14;

  private final long targetNanos;
  private final int max;
  private int size = 1;
  private long lastAt;
  private long lastIssued;
  private boolean hasDrawn;

  /**
   * Creates the plan of one client.
   *
   * @param targetNanos how long a block should last
   * @param idsPerRequest how many ids one request asks for
   * @param requestBytes how long a request is
   */
  BlockPlan(long targetNanos, int idsPerRequest, int requestBytes) {
    this.targetNanos = targetNanos;
    int requests = Math.max(1, Math.min(MAX_REQUESTS, MAX_BYTES / requestBytes));
    this.max = Math.min(MAX, requests * idsPerRequest);
  }

  /**
   * Returns how many ids to draw.
   *
   * @param now the steady clock's reading, in nanoseconds
   * @param issued how many ids were issued ever
   * @param needed how many ids the waiting calls need at least
   */
  int size(long now, long issued, long needed) {
    if (hasDrawn) {
      size = next(size, targetNanos, issued - lastIssued, Math.max(1, now - lastAt));
    }
    hasDrawn = true;
    lastAt = now;
    lastIssued = issued;
    size = (int) Math.min(max, Math.max(size, needed));
    return size;
  }

  static int next(int size, long targetNanos, long issued, long elapsedNanos) {
    double lasting = Math.ceil((double) issued * targetNanos / elapsedNanos);
    int half = (size + 1) / 2;
    return (int) Math.max(half, Math.min(lasting, 2.0 * size));
  }
}
