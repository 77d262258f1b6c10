package io.snowbraid.keyed;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.Rounds;
import io.snowbraid.keyed.ServerRecord.State;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.keyed.SlotState.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Moves slots according to {@link BalancePlan}: acquires slots without an owner, and transfers
 * slots that belong to other servers. Reads all records only after a server has joined, stopped, or
 * moved slots.
 */
final class SlotMover implements Rounds.Work {

  /** How many slots one write transfers; they are not served meanwhile. */
  private static final int GROUP = 128;

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration RECHECK_INTERVAL = Duration.ofSeconds(1);

  final LongAdder taken = new LongAdder();
  final LongAdder given = new LongAdder();
  private final KeyedContext context;
  private final Slots slots;
  private final BoundRaiser raiser;
  private final Membership membership;
  private final Runnable whenMoved;
  private final Rounds rounds;
  private volatile @Nullable Runnable whenEmpty;
  private volatile boolean isStopped;
  private volatile long lastRead;

  /** The servers when all records were last read; null if they must be read again. */
  private volatile @Nullable Set<String> known;

  SlotMover(
      KeyedContext context,
      Slots slots,
      BoundRaiser raiser,
      Membership membership,
      Runnable whenMoved) {
    this.context = context;
    this.slots = slots;
    this.raiser = raiser;
    this.membership = membership;
    this.whenMoved = whenMoved;
    this.rounds = context.rounds(this);
  }

  /** Requests a round if the servers have changed or this server is draining. */
  void requestIfChanged() {
    if (whenEmpty != null || !others().equals(known)) {
      rounds.request();
    }
  }

  /**
   * Checks for slots without an owner, as after a repair, and makes other servers check, too; at
   * most once a second. Called by any thread.
   */
  void recheck() {
    if (context.now() - lastRead > RECHECK_INTERVAL.toNanos()) {
      known = null;
      membership.moved();
      whenMoved.run();
      rounds.request();
    }
  }

  /** Forgets all plans, because this server has a new id. */
  void forgetPlans() {
    known = null;
  }

  /**
   * Starts transferring all slots.
   *
   * @param whenDone called after each round in which this server owned no slots and was assigned
   *     none
   */
  void drain(Runnable whenDone) {
    whenEmpty = whenDone;
    known = null; // other servers may just have transferred slots to this one
    rounds.request();
  }

  void stop() {
    isStopped = true;
  }

  @Override
  public void round() {
    if (isStopped) {
      return;
    }
    try {
      if (membership.hasJoined()) {
        readIfChanged();
        move();
      }
    } catch (Throwable e) { // whatever a store throws, the slots still must be moved
      context.failed(e);
      known = null;
    }
    Runnable whenDone = whenEmpty;
    String self = membership.id();
    if (whenDone != null && slots.stream().noneMatch(slot -> slot.mayBeHeldBy(self))) {
      whenDone.run();
    } else if (known == null || !frozen().isEmpty()) {
      rounds.requestAfter(PAUSE);
    }
  }

  private void readIfChanged() {
    Set<String> present = others();
    if (!present.equals(known)) {
      lastRead = slots.readAll().began();
      known = present;
    }
  }

  /** Returns the other servers, with the fields that change when slots must move or have moved. */
  private Set<String> others() {
    String self = membership.id();
    return membership.servers().stream()
        .filter(server -> !server.id().equals(self))
        .map(server -> server.id() + server.state() + server.moves())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void move() {
    String self = membership.id();
    frozen().forEach(raiser::raise);
    Set<String> receivers = receivers();
    boolean isLeaving = whenEmpty != null;
    if (isLeaving) {
      receivers.remove(self);
    }
    BalancePlan plan = new BalancePlan(receivers, owners());
    boolean isDone = take(isLeaving ? new BitSet() : plan.takesOf(self), self);
    Map<String, BitSet> gives =
        receivers.isEmpty()
            ? Map.of(SlotRecord.UNOWNED, slots.where(slot -> slot.record().owner().equals(self)))
            : plan.givesOf(self);
    for (Map.Entry<String, BitSet> give : gives.entrySet()) {
      isDone &= give(give.getKey(), give.getValue());
    }
    if (!isDone) {
      known = null;
    }
  }

  private List<SlotState> frozen() {
    return slots.stream().filter(slot -> slot.mode() == Mode.FROZEN).toList();
  }

  private Set<String> receivers() {
    return membership.servers().stream()
        .filter(server -> server.state() == State.SERVING)
        .map(ServerRecord::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns each slot's owner, for the plan. An owner without a record may have joined after the
   * servers were read, so its slots are not free.
   */
  private @Nullable String[] owners() {
    Map<String, State> states = states();
    return slots.stream().map(slot -> owner(slot, states)).toArray(String[]::new);
  }

  /** Returns each server's state; {@link SlotRecord#UNOWNED} counts as stopped. */
  private Map<String, State> states() {
    Map<String, State> states = new HashMap<>();
    membership.servers().forEach(server -> states.put(server.id(), server.state()));
    states.put(SlotRecord.UNOWNED, State.ENDED);
    return states;
  }

  private static @Nullable String owner(SlotState slot, Map<String, State> states) {
    String owner = slot.record().owner();
    if (slot.mode() == Mode.DAMAGED || !states.containsKey(owner)) {
      return null;
    }
    return states.get(owner) == State.ENDED ? SlotRecord.UNOWNED : owner;
  }

  /** Acquires slots, including those that were transferred to this server. */
  private boolean take(BitSet free, String self) {
    BitSet wanted =
        slots.where(slot -> slot.mode() == Mode.ELSEWHERE && slot.record().owner().equals(self));
    wanted.or(free);
    Map<String, State> states = states();
    Predicate<String> isFree = owner -> owner.equals(self) || states.get(owner) == State.ENDED;
    long now = context.now();
    return write(
        wanted,
        slots.maxWritten,
        slot -> slot.planTake(self, isFree, now),
        written -> {
          taken.add(written);
          Log.info("numbers per key: acquired {0} slots", written);
        });
  }

  private boolean give(String next, BitSet due) {
    return write(
        due,
        Math.min(GROUP, slots.maxWritten),
        slot -> slot.planGive(next),
        written -> {
          given.add(written);
          if (next.equals(SlotRecord.UNOWNED)) {
            Log.info("numbers per key: released {0} slots", written);
          } else {
            Log.info("numbers per key: transferred {0} slots to server {1}", written, next);
          }
        });
  }

  /**
   * Writes slots in groups.
   *
   * @param note receives the number of written slots if there are any, even if a later group fails
   * @return whether all were written
   */
  private boolean write(
      BitSet wanted, int max, Function<SlotState, @Nullable Change> plan, IntConsumer note) {
    int written = 0;
    List<Change> changes = new ArrayList<>();
    try {
      for (int slot = wanted.nextSetBit(0); slot >= 0; slot = wanted.nextSetBit(slot + 1)) {
        Change change = plan.apply(slots.get(slot));
        if (change != null) {
          changes.add(change);
        }
        if (changes.size() == max || wanted.nextSetBit(slot + 1) < 0) {
          written += slots.write(changes).cardinality();
          changes.clear();
        }
      }
    } finally {
      if (written > 0) {
        note.accept(written);
        membership.moved();
        whenMoved.run();
      }
    }
    return written == wanted.cardinality();
  }
}
