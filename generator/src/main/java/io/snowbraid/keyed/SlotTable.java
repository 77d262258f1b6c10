package io.snowbraid.keyed;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** All slots, as this server knows them. Safe for use by any number of threads. */
final class SlotTable {

  private final SlotState[] slots;

  /**
   * Creates slots of which nothing is known.
   *
   * @param count how many there are, from 0 on
   * @param keys counts the keys of all slots
   */
  SlotTable(int count, AtomicInteger keys) {
    slots = new SlotState[count];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = new SlotState(slot, keys);
    }
  }

  int size() {
    return slots.length;
  }

  SlotState get(int slot) {
    return slots[slot];
  }

  Stream<SlotState> stream() {
    return Stream.of(slots);
  }

  /** Notes all rows of the store. */
  void learn(List<SlotRecord> rows, CallTime when) {
    BitSet missing = new BitSet();
    missing.set(0, slots.length);
    for (SlotRecord row : rows) {
      slots[row.slot()].learn(row, when);
      missing.clear(row.slot());
    }
    missing.stream().forEach(slot -> slots[slot].learnMissing(when));
  }

  /** Returns the slots of each holder. */
  Map<String, BitSet> byHolder() {
    Map<String, BitSet> held = new HashMap<>();
    for (int slot = 0; slot < slots.length; slot++) {
      String holder = slots[slot].record().holder();
      held.computeIfAbsent(holder, id -> new BitSet()).set(slot);
    }
    return held;
  }

  /** Returns the slots of which something holds. */
  BitSet where(Predicate<SlotState> condition) {
    BitSet found = new BitSet();
    for (SlotState slot : slots) {
      if (condition.test(slot)) {
        found.set(slot.slot());
      }
    }
    return found;
  }

  long sum(ToLongFunction<SlotState> count) {
    return stream().mapToLong(count).sum();
  }

  /** Forgets that this server holds any slot. */
  void leaveAll() {
    stream().forEach(SlotState::leave);
  }
}
