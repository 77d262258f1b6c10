package io.snowbraid.client;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.LongStream;

/**
 * Discards what is not above that which was accepted before. Numbers of a tag are discarded for
 * ever. Ids are discarded for a limited time and then accepted, because ids that are out of order
 * are better than none, except those that lie in a block that was accepted before: a server that
 * gives these may give the same again. Used by one thread at a time.
 */
final class RisingOrder {

  /** How many accepted blocks are remembered. */
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
   * @param isTag whether these are numbers of a tag
   * @param maxNanos how long lower ids are discarded
   */
  RisingOrder(boolean isTag, long maxNanos) {
    this.isTag = isTag;
    this.maxNanos = maxNanos;
  }

  /**
   * Returns those ids that may be issued.
   *
   * @param ids in strictly rising order
   * @param now the steady clock's reading, in nanoseconds
   * @return in strictly rising order; empty if another block has to be drawn
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

  /** Returns whether ids are discarded, and the time for this is not used up. */
  boolean isTrying() {
    return isDiscarding && !isTimeUp;
  }

  /** Notes that nothing is drawn for now, so that the time begins again with the next draw. */
  void rest() {
    isDiscarding = false;
    isTimeUp = false;
  }

  /** Returns the last id that was accepted; -1 if there is none. */
  long last() {
    return last;
  }
}
