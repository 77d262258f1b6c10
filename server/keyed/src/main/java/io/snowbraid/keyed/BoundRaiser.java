package io.snowbraid.keyed;

import io.snowbraid.internal.Rounds;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.keyed.SlotState.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Raises slot bounds in the background. Requests that arrive during a write are combined into the
 * next one, so a slow store gets larger writes, not more.
 */
final class BoundRaiser implements Rounds.Work {

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Set<SlotState> queue = ConcurrentHashMap.newKeySet();
  final LongAdder raised = new LongAdder();
  final LongAdder writes = new LongAdder();
  private final KeyedContext context;
  private final Slots slots;
  private final Rounds rounds;

  /** Why bounds cannot be raised; empty if the last attempt succeeded. */
  volatile Optional<String> failure = Optional.empty();

  BoundRaiser(KeyedContext context, Slots slots) {
    this.context = context;
    this.slots = slots;
    this.rounds = context.rounds(this);
  }

  /** Raises a slot's bound, which also resolves an unconfirmed transfer. */
  void raise(SlotState slot) {
    if (queue.add(slot)) {
      rounds.request();
    }
  }

  @Override
  public void round() {
    List<SlotState> due = queue.stream().limit(slots.maxWritten).toList();
    due.forEach(queue::remove);
    if (!raise(due)) {
      rounds.requestAfter(PAUSE);
    } else if (!queue.isEmpty()) {
      rounds.request();
    }
  }

  /** Raises bounds; returns false if the store fails, and the caller must retry. */
  private boolean raise(List<SlotState> due) {
    long now = context.now();
    List<Change> changes =
        due.stream().map(slot -> slot.planRaise(now)).filter(Objects::nonNull).toList();
    try {
      raised.add(slots.write(changes).cardinality());
      writes.add(changes.isEmpty() ? 0 : 1);
      failure = Optional.empty();
      due.stream().filter(SlotState::claimRaise).forEach(this::raise);
      return true;
    } catch (Throwable e) { // whatever a store throws, the bounds are still needed
      failure = Optional.of(context.failed(e));
      due.stream()
          .filter(slot -> slot.claimRaise() || slot.mode() == Mode.FROZEN)
          .forEach(queue::add);
      return false;
    }
  }
}
