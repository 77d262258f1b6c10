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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All slots as this server knows them, and access to their records. Also holds the calls that wait
 * for a slot's change, and limits how many keys are in memory: when there are too many, it forgets
 * the keys of one slot after another. A forgotten key continues at its slot's highest number.
 *
 * <p>Thread-safe.
 */
final class Slots {

  /**
   * The number of slots and the size of a write.
   *
   * @param slots how many slots there are, numbered from 0
   * @param written how many records one statement writes
   */
  record Size(int slots, int written) {

    static final Size DEFAULT = new Size(KeySlot.COUNT, 1_000);
  }

  private final KeyedContext context;
  private final Supplier<String> id;

  /** How many records one write may contain. */
  final int maxWritten;

  private final int maxKeys;
  private final SlotState[] slots;
  private final AtomicInteger keys = new AtomicInteger();

  /** How many keys were forgotten because of the limit. */
  final LongAdder forgotten = new LongAdder();

  private final AtomicInteger nextToForget = new AtomicInteger();
  private final Map<Integer, List<Runnable>> waiting = new ConcurrentHashMap<>();

  /**
   * Creates slots whose records were never read.
   *
   * @param id returns this server's current id
   */
  Slots(KeyedContext context, Supplier<String> id, Size size) {
    this.context = context;
    this.id = id;
    this.maxWritten = size.written();
    this.maxKeys = context.settings.maxKeys();
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

  Map<String, BitSet> byOwner() {
    Map<String, BitSet> held = new HashMap<>();
    for (int slot = 0; slot < slots.length; slot++) {
      String owner = slots[slot].record().owner();
      held.computeIfAbsent(owner, id -> new BitSet()).set(slot);
    }
    return held;
  }

  BitSet where(Predicate<SlotState> condition) {
    BitSet found = new BitSet();
    for (SlotState slot : slots) {
      if (condition.test(slot)) {
        found.set(slot.slot());
      }
    }
    return found;
  }

  /** Stops owning all slots. */
  void disownAll() {
    stream().forEach(SlotState::disown);
  }

  /** Reads all records; returns the time of the call. */
  CallTime readAll() {
    return read(IntStream.range(0, slots.length).boxed().toList(), context.store::slots);
  }

  void read(List<Integer> asked) {
    read(asked, () -> context.store.slots(asked));
  }

  private CallTime read(List<Integer> asked, Supplier<List<SlotRecord>> reading) {
    long began = context.now();
    Map<Integer, SlotRecord> rows = bySlot(reading.get());
    CallTime when = context.since(began);
    for (int slot : asked) {
      get(slot).applyRead(rows.get(slot), when);
    }
    return when;
  }

  private static Map<Integer, SlotRecord> bySlot(List<SlotRecord> rows) {
    return rows.stream().collect(Collectors.toMap(SlotRecord::slot, row -> row));
  }

  /**
   * Writes records. If the store fails, they may or may not have been written.
   *
   * @return the slots whose records were written
   */
  BitSet write(List<Change> changes) {
    if (changes.isEmpty()) {
      return new BitSet();
    }
    long began = context.now();
    BitSet written = context.store.replace(changes);
    CallTime when = context.since(began);
    List<Change> refused = new ArrayList<>();
    for (Change change : changes) {
      int slot = change.before().slot();
      if (written.get(slot)) {
        get(slot).done(change, id, when);
        wake(slot);
      } else {
        refused.add(change);
      }
    }
    readRefused(refused);
    return written;
  }

  private void readRefused(List<Change> refused) {
    if (refused.isEmpty()) {
      return;
    }
    long began = context.now();
    Map<Integer, SlotRecord> rows =
        bySlot(
            context.store.slots(refused.stream().map(change -> change.before().slot()).toList()));
    CallTime when = context.since(began);
    for (Change change : refused) {
      int slot = change.before().slot();
      get(slot).reconcile(change.before(), rows.get(slot), when);
      wake(slot);
    }
  }

  void whenChanged(int slot, Runnable wake) {
    waiting.compute(
        slot,
        (key, before) -> {
          List<Runnable> calls = before == null ? new ArrayList<>() : before;
          calls.add(wake);
          return calls;
        });
  }

  void cancel(int slot, Runnable wake) {
    waiting.computeIfPresent(
        slot,
        (key, calls) -> {
          calls.remove(wake);
          return calls.isEmpty() ? null : calls;
        });
  }

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

  void wakeAll() {
    List.copyOf(waiting.keySet()).forEach(this::wake);
  }

  int keys() {
    return keys.get();
  }

  void limitKeys() {
    while (keys.get() > maxKeys) {
      int slot = Math.floorMod(nextToForget.getAndIncrement(), slots.length);
      forgotten.add(get(slot).forgetKeys());
    }
  }
}
