package io.snowbraid.keyed;

import io.snowbraid.keyed.SlotRecord.Change;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds all slots, as this server knows them, and their rows, which it reads and writes. It also
 * holds the calls that wait until something about a slot has changed, and how many keys are in
 * memory. When these are too many, the keys of one slot after another are forgotten: such a key
 * continues at the highest number of its slot.
 *
 * <p>Safe for use by any number of threads.
 */
final class Slots {

  /**
   * How many there are, from 0 on, and how many of their rows are written by one statement.
   *
   * @param slots how many there are
   * @param written how many rows are written at once
   */
  record Size(int slots, int written) {

    static final Size DEFAULT = new Size(KeySlot.COUNT, 1_000);
  }

  private final KeyedContext context;
  private final Supplier<String> id;
  private final Size size;
  private final int maxKeys;
  private final SlotState[] slots;
  private final AtomicInteger keys = new AtomicInteger();
  private final LongAdder forgotten = new LongAdder();
  private final AtomicInteger nextToForget = new AtomicInteger();
  private final Map<Integer, List<Runnable>> waiting = new ConcurrentHashMap<>();

  /**
   * Creates slots of which nothing is known.
   *
   * @param id returns the present id of this server
   */
  Slots(KeyedContext context, Supplier<String> id, Size size) {
    this.context = context;
    this.id = id;
    this.size = size;
    this.maxKeys = context.settings().maxKeys();
    this.slots = new SlotState[size.slots()];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = new SlotState(slot, keys);
    }
  }

  int count() {
    return slots.length;
  }

  SlotState get(int slot) {
    return slots[slot];
  }

  Stream<SlotState> stream() {
    return Stream.of(slots);
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

  /** Returns how many rows are to be written at once. */
  int maxWritten() {
    return size.written();
  }

  /** Reads all rows; returns when the call was made. */
  CallTime readAll() {
    return learn(IntStream.range(0, slots.length).boxed().toList(), context.store()::slots);
  }

  /** Reads the rows of some slots. */
  void read(List<Integer> asked) {
    learn(asked, () -> context.store().slots(asked));
  }

  private CallTime learn(List<Integer> asked, Supplier<List<SlotRecord>> reading) {
    long began = context.now();
    Map<Integer, SlotRecord> rows = bySlot(reading.get());
    CallTime when = context.since(began);
    for (int slot : asked) {
      SlotRecord row = rows.get(slot);
      if (row == null) {
        get(slot).learnMissing(when);
      } else {
        get(slot).learn(row, when);
      }
    }
    return when;
  }

  private static Map<Integer, SlotRecord> bySlot(List<SlotRecord> rows) {
    Map<Integer, SlotRecord> bySlot = new HashMap<>();
    rows.forEach(row -> bySlot.put(row.slot(), row));
    return bySlot;
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
    long began = context.now();
    BitSet written = context.store().replace(changes);
    CallTime when = context.since(began);
    BitSet refused = new BitSet();
    for (Change change : changes) {
      int slot = change.before().slot();
      if (written.get(slot)) {
        get(slot).done(change, id, when);
        wake(slot);
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
    long began = context.now();
    Map<Integer, SlotRecord> rows =
        bySlot(context.store().slots(refused.stream().boxed().toList()));
    CallTime when = context.since(began);
    for (Change change : changes) {
      int slot = change.before().slot();
      if (refused.get(slot)) {
        get(slot).reconcile(change.before(), rows.get(slot), when);
        wake(slot);
      }
    }
  }

  /** Registers a callback for the next change of a slot. */
  void whenChanged(int slot, Runnable wake) {
    waiting.compute(
        slot,
        (key, before) -> {
          List<Runnable> calls = before == null ? new ArrayList<>() : before;
          calls.add(wake);
          return calls;
        });
  }

  /** Removes a callback. */
  void cancel(int slot, Runnable wake) {
    waiting.computeIfPresent(
        slot,
        (key, calls) -> {
          calls.remove(wake);
          return calls.isEmpty() ? null : calls;
        });
  }

  /** Returns whether calls wait for a slot. */
  boolean isAwaited(int slot) {
    return waiting.containsKey(slot);
  }

  /** Lets the calls that wait for a slot try again. */
  void wake(int slot) {
    List<Runnable> calls = waiting.remove(slot);
    if (calls != null) {
      calls.forEach(Runnable::run);
    }
  }

  /** Lets all calls that wait try again. */
  void wakeAll() {
    List.copyOf(waiting.keySet()).forEach(this::wake);
  }

  /** Returns how many keys are in memory. */
  int keys() {
    return keys.get();
  }

  /** Returns how many keys were forgotten because there were too many. */
  long forgotten() {
    return forgotten.sum();
  }

  /** Forgets keys if there are too many. */
  void limitKeys() {
    while (keys.get() > maxKeys) {
      int slot = Math.floorMod(nextToForget.getAndIncrement(), slots.length);
      forgotten.add(get(slot).forgetKeys());
    }
  }
}
