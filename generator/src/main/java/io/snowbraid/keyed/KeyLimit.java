package io.snowbraid.keyed;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bounds how many keys are in memory: when there are too many, the keys of one slot after another
 * are forgotten. A key that was forgotten goes on at the highest number of its slot.
 *
 * <p>Safe for use by any number of threads.
 */
final class KeyLimit {

  private final AtomicInteger count;
  private final SlotTable slots;
  private final int max;
  private final LongAdder forgotten = new LongAdder();
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Creates a limit.
   *
   * @param count counts the keys of all slots
   */
  KeyLimit(AtomicInteger count, SlotTable slots, int max) {
    this.count = count;
    this.slots = slots;
    this.max = max;
  }

  /** Returns how many keys are in memory. */
  int count() {
    return count.get();
  }

  /** Returns how many keys were forgotten because of the limit. */
  long forgotten() {
    return forgotten.sum();
  }

  /** Forgets keys if there are too many. */
  void enforce() {
    while (count.get() > max) {
      int slot = Math.floorMod(next.getAndIncrement(), slots.size());
      forgotten.add(slots.get(slot).forgetKeys());
    }
  }
}
