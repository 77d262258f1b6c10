package io.snowbraid.lane;

import io.snowbraid.lane.LaneDecision.LaneChange;
import java.util.random.RandomGenerator;

/**
 * Picks the first sequence number of each block so that ids spread uniformly over shards.
 *
 * <p>A tick starts at a random number in the lower half of the sequence. If it just continued the
 * previous tick's sequence, every k-th id of a regular stream would hit the same few shards.
 *
 * <p>In a burst, such a stream takes every k-th number of a block. The shards it hits depend on the
 * block's start minus the number of ids issued before. Starts are therefore dealt like cards: in
 * every 16 blocks, this difference modulo 16 takes each value once, in random order.
 */
public final class SequenceStartPicker {

  private static final int CLASSES = 16;

  private final RandomGenerator random;
  private final int half;
  private final boolean ascending;

  private final int[] deck = new int[CLASSES];
  private int drawn = CLASSES;

  /** How many numbers of the current tick may still be skipped on further timelines. */
  private int spareNumbers;

  public SequenceStartPicker(RandomGenerator random, int sequences, boolean ascending) {
    this.random = random;
    this.half = sequences / 2;
    this.ascending = ascending;
    for (int i = 0; i < CLASSES; i++) {
      deck[i] = i;
    }
  }

  /** Returns the first sequence number of a new block. */
  public int next(LaneChange change, long issued) {
    if (!ascending) {
      return 0;
    }
    return change == LaneChange.OVERFLOW ? forOverflow(issued) : forNewTick(issued);
  }

  private int forNewTick(long issued) {
    int start = random.nextInt(half);
    if (half % CLASSES == 0) {
      start += draw(issued) - start % CLASSES;
    }
    spareNumbers = half - start;
    return start;
  }

  private int forOverflow(long issued) {
    if (spareNumbers < CLASSES) {
      return 0;
    }
    int start = draw(issued);
    spareNumbers -= start;
    return start;
  }

  private int draw(long issued) {
    if (drawn == CLASSES) {
      shuffle();
      drawn = 0;
    }
    return (int) Math.floorMod(deck[drawn++] + issued, (long) CLASSES);
  }

  private void shuffle() {
    for (int i = CLASSES - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = deck[i];
      deck[i] = deck[j];
      deck[j] = swapped;
    }
  }

  /** Returns the key for the order of a shuffled block. */
  public int key() {
    return ascending ? 0 : random.nextInt();
  }
}
