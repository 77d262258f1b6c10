package io.snowbraid.client;

import java.util.Arrays;

/**
 * Discards ids that are not above those that were accepted before, for a limited time. Then it
 * accepts them, because ids that are out of order are better than none. Used by one thread at a
 * time.
 */
final class RisingOrder {

  private final long maxNanos;
  private long highest = -1;
  private long discardingSince;
  private boolean isDiscarding;

  RisingOrder(long maxNanos) {
    this.maxNanos = maxNanos;
  }

  /**
   * Returns those ids that may be issued.
   *
   * @param ids in strictly rising order
   * @param now the steady clock's reading, in nanoseconds
   * @return the end of the array; empty if another block has to be drawn
   */
  long[] accept(long[] ids, long now) {
    int from = firstAbove(ids);
    if (from == ids.length && !isTimeUsedUp(now)) {
      return new long[0];
    }
    isDiscarding = false;
    highest = ids[ids.length - 1];
    return from == ids.length ? ids : Arrays.copyOfRange(ids, from, ids.length);
  }

  private int firstAbove(long[] ids) {
    int found = Arrays.binarySearch(ids, highest);
    return found < 0 ? -found - 1 : found + 1;
  }

  private boolean isTimeUsedUp(long now) {
    if (!isDiscarding) {
      isDiscarding = true;
      discardingSince = now;
    }
    return now - discardingSince >= maxNanos;
  }
}
