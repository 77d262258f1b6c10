package io.snowbraid.keyed;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.ServerRecord.State;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clean shutdown of this server: it transfers its slots to other servers, waits until they have
 * stopped redirecting clients here, and stops.
 *
 * <p>The closing thread waits for one {@link Stage} after another, each with a time limit;
 * background rounds reach the stages. Slots that cannot be transferred in time are acquired by
 * other servers as after a crash.
 *
 * <p>Thread-safe, except where a method says otherwise.
 */
final class Drain {

  /** The stages of a shutdown, in order. Some may be skipped. */
  enum Stage {
    /** This server acquires and transfers slots as the balance requires. */
    SERVING,
    /** This server acquires no slots and transfers those that it holds. */
    DRAINING,
    /** This server holds no slots; the next write of its record says so. */
    DRAINED,
    /** All other servers have read that record, and the slot records after it. */
    ACKNOWLEDGED,
    /** This server serves no calls, whatever it holds; its record has to be marked as ended. */
    STOPPING,
    /** Its record is marked as ended, or the attempt to do so has failed. */
    STOPPED
  }

  /** How often the closing thread checks the number of slots held, per lease. */
  static final int CHECKS = 20;

  /**
   * How many checks without progress end the drain. By then other servers have acquired the slots:
   * the lease has expired, plus a margin of a fifth and the time they need to notice. Until then,
   * clients are told to retry.
   */
  private static final int MAX_CHECKS = CHECKS * 7 / 5;

  /** How long to wait for acknowledgements. The other servers work normally meanwhile. */
  private static final Duration MAX_WAIT_FOR_ACKS = Duration.ofSeconds(5);

  private final KeyedContext context;
  private final Slots slots;
  private final Membership membership;
  private final SlotMover mover;
  private final Runnable renewal;
  private final Runnable stopServing;
  private volatile Stage stage = Stage.SERVING;

  /** This server's record saying that it holds no slots; null until it is written. */
  private @Nullable ServerRecord drainRecord;

  /** The stamps of servers that may not have read that record yet. */
  private Set<String> unacknowledged = Set.of();

  /**
   * Creates a drain without starting it.
   *
   * @param renewal requests a round that writes this server's record
   * @param stopServing stops serving calls
   */
  Drain(
      KeyedContext context,
      Slots slots,
      Membership membership,
      SlotMover mover,
      Runnable renewal,
      Runnable stopServing) {
    this.context = context;
    this.slots = slots;
    this.membership = membership;
    this.mover = mover;
    this.renewal = renewal;
    this.stopServing = stopServing;
  }

  boolean hasReached(Stage wanted) {
    return stage.compareTo(wanted) >= 0;
  }

  /** Moves on to a stage; returns false if it was reached before. */
  private synchronized boolean reach(Stage next) {
    boolean isFirst = !hasReached(next);
    if (isFirst) {
      stage = next;
    }
    return isFirst;
  }

  /** Drains and stops this server within a time limit; has no effect after the first call. */
  void run(Duration max) {
    Deadline deadline = Deadline.after(max, context.steady);
    if (!begin()) {
      return;
    }
    if (!awaitDrained(deadline)) {
      Log.warn(
          "numbers per key: slots were not transferred in time, so other servers acquire them after"
              + " the lease expires: slots={0} {1}",
          kept(), context.failure());
    } else if (membership.hasJoined()) {
      await(Stage.ACKNOWLEDGED, MAX_WAIT_FOR_ACKS, deadline);
    }
    stop();
    await(Stage.STOPPED, context.settings.lease(), deadline);
  }

  /** Starts transferring slots; returns false if that was started before. */
  boolean begin() {
    boolean isFirst = reach(Stage.DRAINING);
    if (isFirst) {
      membership.want(State.LEAVING);
      renewal.run();
      mover.drain(this::drained);
    }
    return isFirst;
  }

  private void drained() {
    if (!hasReached(Stage.DRAINED)) {
      membership.moved(); // before the stage, and even if a slot write was not confirmed
      reach(Stage.DRAINED);
      renewal.run();
    }
  }

  /**
   * Records which servers have read the drain record: those that have since renewed their lease,
   * because after each renewal they read all server records and then all slot records. {@link
   * Stage#ACKNOWLEDGED} is reached one round later, which gives them time to do so. Called by one
   * thread at a time, after writing this server's record in the stage {@link Stage#DRAINED}.
   *
   * @param servers the records of all servers, read after that write
   */
  void recordAcks(List<ServerRecord> servers) {
    Set<String> stamps = new HashSet<>();
    ServerRecord self = null;
    for (ServerRecord server : servers) {
      if (server.id().equals(membership.id())) {
        self = server;
      } else if (server.state() != State.ENDED) {
        stamps.add(server.stamp());
      }
    }
    boolean hasMoved = self == null || drainRecord == null || drainRecord.moves() != self.moves();
    if (hasMoved) {
      drainRecord = self;
      unacknowledged = stamps;
    }
    if (stamps.isEmpty() || (!hasMoved && unacknowledged.isEmpty())) {
      reach(Stage.ACKNOWLEDGED);
    }
    unacknowledged.retainAll(stamps);
  }

  /** Stops this server, even if it still holds slots. */
  void stop() {
    mover.stop();
    stopServing.run();
    reach(Stage.STOPPING);
    renewal.run();
  }

  /** Marks this server's record as ended. Called by one thread at a time. */
  void finish() {
    if (hasReached(Stage.STOPPED)) {
      return;
    }
    try {
      membership.leave();
    } catch (Throwable e) { // other servers will declare this one dead
      context.failed(e);
    }
    context.end();
    slots.disownAll();
    slots.wakeAll();
    reach(Stage.STOPPED);
  }

  /**
   * Waits until all slots are transferred. A slow store may take any time, as long as the number of
   * held slots keeps falling before other servers would acquire them.
   */
  private boolean awaitDrained(Deadline deadline) {
    Duration interval = context.settings.lease().dividedBy(CHECKS);
    int checks = 0;
    int before = kept();
    while (checks < MAX_CHECKS && !await(Stage.DRAINED, interval, deadline) && !deadline.isOver()) {
      int now = kept();
      checks = now < before ? 0 : checks + 1;
      before = now;
    }
    return hasReached(Stage.DRAINED);
  }

  private int kept() {
    return slots.where(slot -> slot.mayBeHeldBy(membership.id())).cardinality();
  }

  private boolean await(Stage wanted, Duration max, Deadline whole) {
    Duration rest = Duration.ofNanos(whole.remainingNanos());
    Deadline deadline = Deadline.after(Durations.min(max, rest), context.steady);
    while (!hasReached(wanted) && !deadline.isOver() && !Thread.currentThread().isInterrupted()) {
      deadline.awaitSlice();
    }
    return hasReached(wanted);
  }
}
