package io.snowbraid.lane;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The sequence numbers of one lane and tick. The value is the next free number. A thread owns the
 * numbers by which it advances the value, so ids stay unique even if it uses the block late.
 *
 * <p>The value may pass {@link #end}; numbers from there on are not used.
 */
public final class SequenceBlock extends AtomicLong {

  private static final long serialVersionUID = 1L;

  public final int lane;
  public final long tick;

  /** The id of sequence number 0. */
  public final long base;

  /** The first number. */
  public final int start;

  /** The last number plus 1. */
  public final int end;

  /** Selects the order of shuffled ids; differs between blocks. */
  public final int key;

  /**
   * The clock reading for which the rule chose this block. Any other reading needs a new decision.
   */
  public volatile long reading = Long.MIN_VALUE;

  /** How many ids were counted so far. Guarded by the generator's lock. */
  private int counted;

  public SequenceBlock(int lane, long tick, long base, int start, int end, int key) {
    super(start);
    this.lane = lane;
    this.tick = tick;
    this.base = base;
    this.start = start;
    this.end = end;
    this.key = key;
  }

  public static SequenceBlock empty() {
    return usedUp(-1);
  }

  /** Creates a block without numbers on the given tick. */
  public static SequenceBlock usedUp(long tick) {
    return new SequenceBlock(LaneTable.NO_LANE, tick, 0, 0, 0, 0);
  }

  /** Takes all remaining numbers. */
  public void useUp() {
    getAndAdd(end);
  }

  public int remaining() {
    return end - start - issued();
  }

  private int issued() {
    return (int) Math.min(end, get()) - start;
  }

  /**
   * Returns how many numbers were taken since the last count, so that calls need not count. May
   * miss calls in progress.
   */
  public int count() {
    int before = counted;
    counted = issued();
    return counted - before;
  }
}
