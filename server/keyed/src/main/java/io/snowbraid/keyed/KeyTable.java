package io.snowbraid.keyed;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last numbers of one slot's keys, in 12 bytes each: the key's hash, and its number's distance
 * from the table's base. Keys are only added, or all forgotten at once. Open addressing with linear
 * probing; the table grows by a quarter when seven eighths are full, so it wastes little memory.
 *
 * <p>Not thread-safe.
 */
final class KeyTable {

  private static final int SMALLEST = 4;
  private static final long[] NO_HASHES = {};
  private static final int[] NO_OFFSETS = {};

  private final AtomicInteger total;
  private long[] hashes = NO_HASHES;
  private int[] offsets = NO_OFFSETS;
  private long base;
  private int size;

  /**
   * Creates an empty table.
   *
   * @param total counts the keys of all tables
   */
  KeyTable(AtomicInteger total) {
    this.total = total;
  }

  int size() {
    return size;
  }

  /** Returns the last number of a key; 0 if the key is absent. */
  long get(long hash) {
    if (size == 0) {
      return KeyedNumbers.UNKNOWN;
    }
    int place = place(hash);
    return hashes[place] == hash ? base + offsets[place] : KeyedNumbers.UNKNOWN;
  }

  /**
   * Sets the last number of a key, which must not be below the numbers added so far. If it is too
   * far above the base, all other keys are forgotten.
   */
  void put(long hash, long number) {
    if (size > 0 && number - base > Integer.MAX_VALUE) {
      clear();
    }
    if (size == 0) {
      base = number;
    }
    if (size >= hashes.length - Math.max(1, hashes.length >> 3)) { // a search ends at a free place
      grow();
    }
    int place = place(hash);
    if (hashes[place] == 0) {
      hashes[place] = hash;
      size++;
      total.getAndIncrement();
    }
    offsets[place] = (int) (number - base);
  }

  void clear() {
    total.getAndAdd(-size);
    hashes = NO_HASHES;
    offsets = NO_OFFSETS;
    size = 0;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldOffsets = offsets;
    int places = Math.max(SMALLEST, hashes.length + (hashes.length >> 2));
    hashes = new long[places];
    offsets = new int[places];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0) {
        int place = place(oldHashes[i]);
        hashes[place] = oldHashes[i];
        offsets[place] = oldOffsets[i];
      }
    }
  }

  /** Returns the place of a key, or the free place where it would be stored. */
  private int place(long hash) {
    int place = (int) (((hash >>> 32) * hashes.length) >>> 32);
    while (hashes[place] != hash && hashes[place] != 0) {
      place = place + 1 == hashes.length ? 0 : place + 1;
    }
    return place;
  }
}
