package io.snowbraid.client;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.LongStream;

/**
 * Discards ids that are not above the last accepted id. Tag numbers are discarded permanently. Ids
 * are discarded for a limited time and then accepted, because unordered ids are better than none.
 * Ids within an earlier block are never accepted, because a server that returns them may return
 * duplicates. Used by one thread at a time.
 */
final class RisingOrder {

  private static final int REMEMBERED = 1_024;

  private record Span(long first, long last) {

    boolean contains(long id) {
      return id >= first && id <= last;
    }

    boolean overlaps(Span other) {
      return first <= other.last && last >= other.first;
    }
  }

  private final boolean isTag;
  private final long maxNanos;
  private final Deque<Span> accepted = new ArrayDeque<>();
  private long last = -1;
  private long highest = -1;
  private long discardingSince;
  private boolean isDiscarding;
  private boolean isTimeUp;

  /**
   * Creates the order of one client.
   *
   * @param isTag whether the client draws tag numbers
   * @param maxNanos how long lower ids are discarded
   */
  RisingOrder(boolean isTag, long maxNanos) {
    this.isTag = isTag;
    this.maxNanos = maxNanos;
  }

  /**
   * Returns the ids that may be issued.
   *
   * @param ids in strictly increasing order
   * @param now the monotonic clock, in nanoseconds
   * @return in strictly increasing order; empty if another block must be drawn
   */
  long[] accept(long[] ids, long now) {
    long[] usable = withoutRepeated(above(ids));
    if (usable.length == 0 && isTimeUp(now) && !isTag) {
      usable = withoutRepeated(ids);
    }
    if (usable.length > 0) {
      remember(usable);
    }
    return usable;
  }

  private long[] above(long[] ids) {
    int found = Arrays.binarySearch(ids, last);
    return Arrays.copyOfRange(ids, found < 0 ? -found - 1 : found + 1, ids.length);
  }

  private long[] withoutRepeated(long[] ids) {
    if (ids.length == 0 || ids[0] > highest) {
      return ids;
    }
    Span span = new Span(ids[0], ids[ids.length - 1]);
    long[] left = ids;
    for (Span block : accepted) {
      if (block.overlaps(span)) {
        left = LongStream.of(left).filter(id -> !block.contains(id)).toArray();
      }
    }
    return left;
  }

  private boolean isTimeUp(long now) {
    if (!isDiscarding) {
      isDiscarding = true;
      discardingSince = now;
    }
    isTimeUp = now - discardingSince >= maxNanos;
    return isTimeUp;
  }

  private void remember(long[] ids) {
    rest();
    last = ids[ids.length - 1];
    highest = Math.max(highest, last);
    if (accepted.size() == REMEMBERED) {
      accepted.removeFirst();
    }
    accepted.addLast(new Span(ids[0], last));
  }

  /** Returns whether ids are being discarded and may be discarded further. */
  boolean isTrying() {
    return isDiscarding && !isTimeUp;
  }

  /** Restarts the time limit at the next draw, because drawing pauses. */
  void rest() {
    isDiscarding = false;
    isTimeUp = false;
  }

  /** Returns the last accepted id; -1 if there is none. */
  long last() {
    return last;
  }
}
