package io.snowbraid.client;

import java.util.concurrent.atomic.AtomicLong;

/** Ids in rising order while they are issued. */
final class Block {

  /** Above each index, and far enough from an overflow for all calls that come too late. */
  private static final long FROZEN = 1L << 62;

  private final long[] ids;
  private final long drawnAt;
  private final AtomicLong asked = new AtomicLong();

  /** From this index on, a call asks for the next block. */
  private volatile long alarm;

  /**
   * Creates a block.
   *
   * @param ids in strictly rising order
   * @param drawnAt when they were asked for, by the steady clock
   */
  Block(long[] ids, long drawnAt) {
    this.ids = ids;
    this.drawnAt = drawnAt;
    this.alarm = ids.length / 2;
  }

  /** Returns a block without ids, which is not shared: discarding a block changes it. */
  static Block empty() {
    return new Block(new long[0], 0);
  }

  /** Takes the next index, which is beyond the end if the block is used up. */
  long next() {
    return asked.getAndIncrement();
  }

  /** Returns whether an index is in this block, and nothing else has to be done than to use it. */
  boolean isCalm(long index) {
    return index < alarm;
  }

  boolean contains(long index) {
    return index < ids.length;
  }

  long id(long index) {
    return ids[(int) index];
  }

  /**
   * Fills a part of an array.
   *
   * @param from where to begin
   * @return how many ids were taken
   */
  int fill(long[] target, int from) {
    if (asked.get() >= ids.length) {
      return 0;
    }
    long index = asked.getAndAdd(target.length - from);
    int taken = (int) Math.max(0, Math.min(target.length - from, ids.length - index));
    if (taken > 0) {
      System.arraycopy(ids, (int) index, target, from, taken);
    }
    return taken;
  }

  /** Returns whether the next block has to be asked for, once. */
  boolean takeAlarm() {
    if (alarm == ids.length || asked.get() <= alarm) {
      return false;
    }
    alarm = ids.length;
    return true;
  }

  int size() {
    return ids.length;
  }

  long left() {
    return Math.max(0, ids.length - asked.get());
  }

  long drawnAt() {
    return drawnAt;
  }

  /** Discards what is left: no call takes an id any more. */
  void freeze() {
    if (asked.get() < FROZEN) {
      asked.addAndGet(FROZEN);
    }
  }
}
