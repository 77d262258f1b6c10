package io.snowbraid.lane;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The sequence numbers of one lane on one tick. Its value is the next free number. A thread that
 * increases the value owns the numbers it passed, so a thread that comes late still issues ids that
 * no other thread has.
 *
 * <p>The value may pass {@link #end}; numbers from there on are not used.
 */
public final class SequenceBlock extends AtomicLong {

  private static final long serialVersionUID = 1L;

  public final int lane;
  public final long tick;

  /** The id of sequence number 0. */
  public final long base;

  /** The first sequence number in use. */
  public final int start;

  /** The end of the sequence numbers, exclusive. */
  public final int end;

  /** Determines the order of shuffled ids within the tick; different for each block. */
  public final int key;

  /**
   * The clock reading for which the rule chose this block. For any other reading the rule has to be
   * asked again.
   */
  public volatile long reading = Long.MIN_VALUE;

  /** How many of its ids are counted. Guarded by the generator's lock. */
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

  /** Creates a block without numbers. */
  public static SequenceBlock empty() {
    return usedUp(-1);
  }

  /** Creates a used-up block of which only the tick is known. */
  public static SequenceBlock usedUp(long tick) {
    return new SequenceBlock(LaneTable.NO_LANE, tick, 0, 0, 0, 0);
  }

  /** Takes all numbers that are left. */
  public void useUp() {
    getAndAdd(end);
  }

  /** Returns how many numbers are free. */
  public int remaining() {
    return end - start - issued();
  }

  private int issued() {
    return (int) Math.min(end, get()) - start;
  }

  /**
   * Counts ids at no cost to the calls that get them. Those that are under way may be missed.
   *
   * @return how many numbers were taken since the last count
   */
  public int count() {
    int before = counted;
    counted = issued();
    return counted - before;
  }
}
