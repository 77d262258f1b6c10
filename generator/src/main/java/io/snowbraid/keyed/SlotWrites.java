package io.snowbraid.keyed;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.keyed.SlotRecord.Change;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Writes rows of slots, and tells the slots what became of it. */
final class SlotWrites {

  /** How many rows are written by one statement, except in tests. */
  static final int MAX = 1_000;

  private final KeyedStore store;
  private final SlotTable slots;
  private final SlotWaits waits;
  private final MonotonicTime steady;
  private final Supplier<String> self;
  private final int max;

  /**
   * Creates a writer.
   *
   * @param max how many rows are to be written at once
   */
  SlotWrites(
      KeyedStore store,
      SlotTable slots,
      SlotWaits waits,
      MonotonicTime steady,
      Supplier<String> self,
      int max) {
    this.store = store;
    this.slots = slots;
    this.waits = waits;
    this.steady = steady;
    this.self = self;
    this.max = max;
  }

  /** Returns how many rows are to be written at once. */
  int max() {
    return max;
  }

  /**
   * Writes rows. If the store fails, it is not known whether they were written.
   *
   * @return the slots whose rows were written
   */
  BitSet write(List<Change> changes) {
    if (changes.isEmpty()) {
      return new BitSet();
    }
    long began = steady.nanoTime();
    BitSet written = store.replace(changes);
    CallTime when = CallTime.since(began, steady);
    BitSet refused = new BitSet();
    for (Change change : changes) {
      int slot = change.before().slot();
      if (written.get(slot)) {
        slots.get(slot).done(change, self, when);
        waits.wake(slot);
      } else {
        refused.set(slot);
      }
    }
    readRefused(changes, refused);
    return written;
  }

  private void readRefused(List<Change> changes, BitSet refused) {
    if (refused.isEmpty()) {
      return;
    }
    Map<Integer, SlotRecord> rows = new HashMap<>();
    long began = steady.nanoTime();
    store.slots(refused.stream().boxed().toList()).forEach(row -> rows.put(row.slot(), row));
    CallTime when = CallTime.since(began, steady);
    for (Change change : changes) {
      int slot = change.before().slot();
      if (refused.get(slot)) {
        slots.get(slot).reconcile(change.before(), rows.get(slot), when);
        waits.wake(slot);
      }
    }
  }
}
