package io.snowbraid.server.internal.services;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.ServerLimits;
import org.jspecify.annotations.Nullable;

/**
 * Divides the heap between the server itself, keys and tags in memory, and connections. Connections
 * may use what remains of 60 % of the heap, and always what they use while idle. The garbage
 * collector needs the rest to be fast. All sizes were measured.
 */
public final class HeapShare {

  /** The memory of an idle Redis connection with its channel. */
  public static final long CONNECTION_BYTES = 1_700;

  private static final long SERVER_BYTES = 9_000_000;
  private static final long KEY_BYTES = 17;

  /** The memory of a tag with the longest possible name. */
  private static final long TAG_BYTES = 1_400;

  private static final double MAX_USED = 0.8;
  private static final double USED = 0.6;

  private final long heap;
  private final int maxConnections;
  private final @Nullable KeyedNumbers keyed;
  private final SegmentGenerators segments;

  /**
   * Divides a heap.
   *
   * @param heap its size in bytes
   * @param maxConnections the most connections
   * @param keyed holds keys in memory; null without numbers per key
   * @param segments holds tags in memory
   */
  public HeapShare(
      long heap, int maxConnections, @Nullable KeyedNumbers keyed, SegmentGenerators segments) {
    this.heap = heap;
    this.maxConnections = maxConnections;
    this.keyed = keyed;
    this.segments = segments;
  }

  /** Returns how many bytes connections may use now. */
  public long forConnections() {
    long keys = keyed == null ? 0 : keyed.status().numbers().keys();
    long others = SERVER_BYTES + KEY_BYTES * keys + TAG_BYTES * segments.size();
    return Math.max(CONNECTION_BYTES * maxConnections, (long) (USED * heap) - others);
  }

  /**
   * Checks that a server that exhausts its limits does not run out of memory.
   *
   * @param maxKeys the most keys in memory
   * @throws IllegalArgumentException if the heap is too small
   */
  public static void require(long heap, ServerLimits limits, int maxKeys) {
    long keys = KEY_BYTES * maxKeys;
    long connections = CONNECTION_BYTES * limits.maxConnections();
    long request = 2L * limits.maxRequestBytes() + limits.maxUnsentBytes();
    long needed = SERVER_BYTES + keys + connections + request;
    long allowed = (long) (MAX_USED * heap);
    if (needed > allowed) {
      throw new IllegalArgumentException(
          ("settings need up to %s, but may use only %s of the %s heap (server: %s, max-keys=%s:"
               + " %s, max-connections=%s: %s, a request and its replies: %s); reduce the largest,"
               + " or increase -Xmx")
              .formatted(
                  megabytes(needed),
                  megabytes(allowed),
                  megabytes(heap),
                  megabytes(SERVER_BYTES),
                  maxKeys,
                  megabytes(keys),
                  limits.maxConnections(),
                  megabytes(connections),
                  megabytes(request)));
    }
  }

  private static String megabytes(long bytes) {
    return (bytes + 999_999) / 1_000_000 + " MB";
  }
}
