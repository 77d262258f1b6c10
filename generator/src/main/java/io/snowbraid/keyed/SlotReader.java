package io.snowbraid.keyed;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.keyed.SlotRecord.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads rows of slots because of calls that arrived here, and takes those that were handed over to
 * this server; none before it has joined, because there may be no rows yet. Many slots are read at
 * once, and each at most once per interval.
 */
final class SlotReader implements Rounds.Work {

  /** A slot is read at most once in this time. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Set<Integer> wanted = ConcurrentHashMap.newKeySet();
  private final LongAdder received = new LongAdder();
  private final KeyedStore store;
  private final SlotTable slots;
  private final SlotWrites writes;
  private final SlotWaits waits;
  private final MonotonicTime steady;
  private final Supplier<String> self;
  private final BooleanSupplier hasJoined;
  private final Runnable whenFree;
  private final Consumer<Throwable> whenFailed;
  private final Rounds rounds;
  private volatile boolean isEnded;

  /**
   * Creates a reader.
   *
   * @param whenFree called when calls arrived for a slot that nobody holds
   */
  SlotReader(
      KeyedStore store,
      SlotTable slots,
      SlotWrites writes,
      SlotWaits waits,
      MonotonicTime steady,
      Scheduler scheduler,
      Supplier<String> self,
      BooleanSupplier hasJoined,
      Runnable whenFree,
      Consumer<Throwable> whenFailed) {
    this.store = store;
    this.slots = slots;
    this.writes = writes;
    this.waits = waits;
    this.steady = steady;
    this.self = self;
    this.hasJoined = hasJoined;
    this.whenFree = whenFree;
    this.whenFailed = whenFailed;
    this.rounds = new Rounds(store, scheduler, this);
  }

  /** Reads the row of a slot soon. */
  void read(int slot) {
    if (wanted.add(slot)) {
      rounds.request();
    }
  }

  /**
   * Gives up waiting for this server to join. If it has joined, calls that still wait are told who
   * has their slots now.
   */
  void end() {
    isEnded = true;
  }

  @Override
  public void round() {
    if (isEnded && !hasJoined.getAsBoolean()) {
      wanted.clear();
      return;
    }
    long earliest = steady.nanoTime() - PAUSE.toNanos();
    List<Integer> asked =
        wanted.stream()
            .filter(slot -> hasJoined.getAsBoolean() && !slots.get(slot).isKnownSince(earliest))
            .toList();
    asked.forEach(wanted::remove);
    if (!asked.isEmpty()) {
      read(asked);
    }
    if (!wanted.isEmpty()) {
      rounds.requestAfter(PAUSE);
    }
  }

  private void read(List<Integer> asked) {
    try {
      long began = steady.nanoTime();
      List<SlotRecord> rows = store.slots(asked);
      learn(asked, rows, CallTime.since(began, steady));
      takeReceived(asked);
      if (asked.stream().anyMatch(this::isFree)) {
        whenFree.run();
      }
    } catch (Throwable e) { // whatever a store throws, the rows are still wanted
      whenFailed.accept(e);
    }
    asked.stream().filter(this::isStillAwaited).forEach(wanted::add);
    asked.forEach(waits::wake);
  }

  private void learn(List<Integer> asked, List<SlotRecord> rows, CallTime when) {
    Map<Integer, SlotRecord> found = new HashMap<>();
    rows.forEach(row -> found.put(row.slot(), row));
    for (int slot : asked) {
      SlotRecord row = found.get(slot);
      if (row == null) {
        slots.get(slot).learnMissing(when);
      } else {
        slots.get(slot).learn(row, when);
      }
    }
  }

  private void takeReceived(List<Integer> asked) {
    List<Change> changes = new ArrayList<>();
    for (int slot : asked) {
      String id = self.get();
      Change change = slots.get(slot).planTake(id, id::equals, steady.nanoTime());
      if (change != null) {
        changes.add(change);
      }
    }
    BitSet taken = writes.write(changes);
    received.add(taken.cardinality());
  }

  private boolean isFree(int slot) {
    SlotState state = slots.get(slot);
    return state.isElsewhere() && state.record().holder().equals(SlotRecord.NOBODY);
  }

  private boolean isStillAwaited(int slot) {
    return waits.isAwaited(slot) && !slots.get(slot).isHeld();
  }

  long received() {
    return received.sum();
  }
}
