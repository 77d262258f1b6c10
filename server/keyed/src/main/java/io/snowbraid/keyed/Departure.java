package io.snowbraid.keyed;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.ServerRecord.State;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How this server leaves the others: it hands its slots over, and ends once no other server sends
 * clients here any more.
 *
 * <p>The thread that closes the server waits for one {@link Stage} after another, each for a
 * limited time; rounds in the background reach them. What cannot be handed over in time, others
 * take as from a server that was killed.
 *
 * <p>Safe for use by any number of threads, except where it says otherwise.
 */
final class Departure {

  /** How far it has got. A stage may be skipped, but none follows on a later one. */
  enum Stage {
    /** It is a server like the others. */
    SERVING,
    /** It takes no slots, and hands over those that it holds. */
    LEAVING,
    /** It holds none, as the row says that it writes next. */
    EMPTIED,
    /** All others have read that row, and the rows of slots after it. */
    FORGOTTEN,
    /** It serves no calls any more, whatever it holds; its row is to say so. */
    ENDING,
    /** Its row says so, or the attempt to write it has failed. */
    ENDED
  }

  /** How often it looks whether the number of slots has fallen, in a lease. */
  static final int LOOKS = 20;

  /**
   * How often in vain: until others have taken the slots, because the lease has run out, a margin
   * of a fifth, and the time in which they notice it. Until then clients are told to come again.
   */
  private static final int MAX_LOOKS = LOOKS * 7 / 5;

  /** How long it waits for other servers, which do not wait for this one. */
  private static final Duration MAX_WAIT_FOR_OTHERS = Duration.ofSeconds(5);

  private final StoreAccess access;
  private final Duration lease;
  private final Slots slots;
  private final Membership membership;
  private final SlotMover mover;
  private final Runnable renewal;
  private final Runnable stop;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile Stage stage = Stage.SERVING;

  /** This server's row that says that it holds no slots; null before. */
  private @Nullable ServerRecord farewell;

  /** The stamps of the servers that may not have read it yet. */
  private Set<String> unaware = Set.of();

  /**
   * Creates what has not begun.
   *
   * @param renewal requests a round in which this server's row is written
   * @param stop makes this server serve no calls any more
   */
  Departure(
      StoreAccess access,
      Duration lease,
      Slots slots,
      Membership membership,
      SlotMover mover,
      Runnable renewal,
      Runnable stop) {
    this.access = access;
    this.lease = lease;
    this.slots = slots;
    this.membership = membership;
    this.mover = mover;
    this.renewal = renewal;
    this.stop = stop;
  }

  /** Returns whether a stage was reached, or a later one. */
  boolean hasReached(Stage wanted) {
    return stage.compareTo(wanted) >= 0;
  }

  /** Returns whether this call has reached a stage. */
  private boolean reach(Stage next) {
    lock.lock();
    try {
      boolean isNew = !hasReached(next);
      if (isNew) {
        stage = next;
        changed.signalAll();
      }
      return isNew;
    } finally {
      lock.unlock();
    }
  }

  /** Leaves and ends, within a time; does nothing if that has begun. */
  void run(Duration max) {
    Deadline deadline = Deadline.after(max, access.steady());
    if (!begin()) {
      return;
    }
    if (!awaitEmptied(deadline)) {
      Log.warn(
          "numbers per key: others take slots later that could not be handed over: {0} {1}",
          kept(), access.failure());
    } else if (membership.hasJoined()) {
      await(Stage.FORGOTTEN, MAX_WAIT_FOR_OTHERS, deadline);
    }
    end();
    await(Stage.ENDED, lease, deadline);
  }

  /** Begins to hand slots over; returns false if that has begun. */
  boolean begin() {
    boolean isFirst = reach(Stage.LEAVING);
    if (isFirst) {
      membership.want(State.LEAVING);
      renewal.run();
      mover.leave(this::noteEmptied);
    }
    return isFirst;
  }

  private void noteEmptied() {
    if (!hasReached(Stage.EMPTIED)) {
      membership.moved(); // before the stage, and also if a write of slots had no answer
      reach(Stage.EMPTIED);
      renewal.run();
    }
  }

  /**
   * Notes which servers have read the row that says that this one holds no slots: those that have
   * renewed since it was written, because they read all rows after that, of servers and then of
   * slots. The next round ends the wait, so that they have the time to do so. Called after the row
   * was written in this stage, by one thread at a time.
   *
   * @param servers the rows of all servers, read after that
   */
  void noteAware(List<ServerRecord> servers) {
    Set<String> stamps = new HashSet<>();
    ServerRecord self = null;
    for (ServerRecord server : servers) {
      if (server.id().equals(membership.id())) {
        self = server;
      } else if (server.state() != State.ENDED) {
        stamps.add(server.stamp());
      }
    }
    boolean hasMoved = self == null || farewell == null || farewell.moves() != self.moves();
    if (hasMoved) {
      farewell = self;
      unaware = stamps;
    }
    if (stamps.isEmpty() || (!hasMoved && unaware.isEmpty())) {
      reach(Stage.FORGOTTEN);
    }
    unaware.retainAll(stamps);
  }

  /** Ends, whatever is still held. */
  void end() {
    mover.stop();
    stop.run();
    reach(Stage.ENDING);
    renewal.run();
  }

  /** Writes that this server has ended. Called by one thread at a time. */
  void finish() {
    if (hasReached(Stage.ENDED)) {
      return;
    }
    try {
      membership.end();
    } catch (Throwable e) { // others will end this server
      access.failed(e);
    }
    access.end();
    slots.leaveAll();
    slots.wakeAll();
    reach(Stage.ENDED);
  }

  /**
   * Waits while slots are handed over, however long a slow store takes for all of them, but for the
   * next ones not longer than others take to do without this server.
   */
  private boolean awaitEmptied(Deadline deadline) {
    int looks = 0;
    int before = kept();
    while (looks < MAX_LOOKS
        && !await(Stage.EMPTIED, lease.dividedBy(LOOKS), deadline)
        && !deadline.isOver()) {
      int now = kept();
      looks = now < before ? 0 : looks + 1;
      before = now;
    }
    return hasReached(Stage.EMPTIED);
  }

  private int kept() {
    return slots.where(slot -> slot.mayBeHeldBy(membership.id())).cardinality();
  }

  /** Waits for a stage; returns whether it was reached. */
  private boolean await(Stage wanted, Duration max, Deadline whole) {
    Duration rest = Duration.ofNanos(whole.remainingNanos());
    Deadline deadline = Deadline.after(Durations.min(max, rest), access.steady());
    try {
      while (!hasReached(wanted) && !deadline.isOver()) {
        deadline.awaitSlice(nanos -> isReachedWithin(wanted, nanos));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return hasReached(wanted);
  }

  private boolean isReachedWithin(Stage wanted, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (!hasReached(wanted) && left > 0) {
        left = changed.awaitNanos(left);
      }
      return hasReached(wanted);
    } finally {
      lock.unlock();
    }
  }
}
