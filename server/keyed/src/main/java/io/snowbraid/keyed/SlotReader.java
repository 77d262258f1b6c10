package io.snowbraid.keyed;

import io.snowbraid.internal.Rounds;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.keyed.SlotState.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads slot records that calls need, and acquires slots that were transferred to this server.
 * Starts only after the server has joined, because there may be no records before. Reads many slots
 * at once, and each slot at most once per interval.
 */
final class SlotReader implements Rounds.Work {

  /** The shortest interval between two reads of a slot. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Set<Integer> wanted = ConcurrentHashMap.newKeySet();
  final LongAdder received = new LongAdder();
  private final KeyedContext context;
  private final Slots slots;
  private final Membership membership;
  private final Runnable whenFree;
  private final Rounds rounds;
  private volatile boolean isEnded;

  /**
   * Creates a reader.
   *
   * @param whenFree called if calls arrived for a slot without an owner
   */
  SlotReader(KeyedContext context, Slots slots, Membership membership, Runnable whenFree) {
    this.context = context;
    this.slots = slots;
    this.membership = membership;
    this.whenFree = whenFree;
    this.rounds = context.rounds(this);
  }

  /** Requests a read of a slot's record. */
  void read(int slot) {
    if (wanted.add(slot)) {
      rounds.request();
    }
  }

  /**
   * Stops waiting for this server to join. If it has joined, waiting calls are told the owners of
   * their slots.
   */
  void shutDown() {
    isEnded = true;
  }

  @Override
  public void round() {
    if (isEnded && !membership.hasJoined()) {
      wanted.clear();
      return;
    }
    long earliest = context.now() - PAUSE.toNanos();
    List<Integer> asked =
        wanted.stream()
            .filter(slot -> membership.hasJoined() && !slots.get(slot).isKnownSince(earliest))
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
      slots.read(asked);
      takeReceived(asked);
      if (asked.stream().anyMatch(this::isFree)) {
        whenFree.run();
      }
    } catch (Throwable e) { // whatever a store throws, the records are still needed
      context.failed(e);
    }
    asked.stream().filter(this::isStillAwaited).forEach(wanted::add);
    asked.forEach(slots::wake);
  }

  private void takeReceived(List<Integer> asked) {
    String id = membership.id();
    long now = context.now();
    List<Change> changes =
        asked.stream()
            .map(slot -> slots.get(slot).planTake(id, id::equals, now))
            .filter(Objects::nonNull)
            .toList();
    received.add(slots.write(changes).cardinality());
  }

  private boolean isFree(int slot) {
    SlotState state = slots.get(slot);
    return state.mode() == Mode.ELSEWHERE && state.record().owner().equals(SlotRecord.UNOWNED);
  }

  private boolean isStillAwaited(int slot) {
    return slots.isAwaited(slot) && slots.get(slot).mode() != Mode.HELD;
  }
}
