package io.snowbraid;

import io.snowbraid.SnowflakeStatus.State;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.lane.IssuedCounter;
import io.snowbraid.lane.LaneDecision;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.RecordUnconfirmed;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.LaneRule;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.lane.SequenceStartPicker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the sequence block that ids are taken from, under a lock. A caller that finds the
 * {@linkplain #current current} block used up or out of date asks here, and the {@link LaneRule}
 * decides.
 *
 * <p>Why ids are unique: a lane and tick only ever have one block ({@link LaneTable#enter} rejects
 * a second), and each number of a block has one owner. It does not matter which block a thread
 * sees.
 *
 * <p>The clock is the only foreign code called under the lock: if it were read outside, two threads
 * could see a step back where there is none.
 */
final class LaneAllocator {

  /** The worker before the first one is taken. */
  static final int NO_WORKER = -1;

  private final Layout layout;
  private final TrustedClock clock;
  private final MonotonicTime monotonic;
  private final long maxLead;
  private final long horizon;
  private final long tolerance;
  private final IdEncoder ids;
  private final SequenceStartPicker starts;
  private final LayoutExpiry end;
  private final Lifecycle lifecycle;

  private final ReentrantLock lock = new ReentrantLock();
  private final SequenceBlock empty = SequenceBlock.empty();
  private long lastReading = Long.MIN_VALUE;
  private final IssuedCounter counter = new IssuedCounter();
  private final RecordCheck recordCheck = new RecordCheck();
  private LaneTable lanes = new LaneTable(1, 1, new long[] {-1});
  private volatile int worker = NO_WORKER;

  private volatile SequenceBlock current = empty;

  LaneAllocator(
      GeneratorConfig config,
      TickClock ticks,
      TrustedClock clock,
      IdEncoder ids,
      Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.layout = config.layout();
    this.clock = clock;
    this.monotonic = config.monotonicTime();
    this.ids = ids;
    this.maxLead = Math.min(ticks.wholeTicks(config.maxLead()), layout.lastTick());
    long wanted = Math.max(1, ticks.wholeTicks(config.horizon()));
    this.horizon = Math.min(wanted, layout.lastTick());
    this.tolerance = ticks.wholeTicks(TrustedClock.TOLERANCE);
    this.starts =
        new SequenceStartPicker(
            config.random(), layout.sequences(), config.sequenceOrder() == SequenceOrder.ASCENDING);
    this.end = new LayoutExpiry(layout, ticks);
  }

  /** Returns the block to take numbers from; it may be used up or out of date. */
  SequenceBlock current() {
    return current;
  }

  /** Returns a block without numbers, which is current when the rule has to be asked. */
  SequenceBlock empty() {
    return empty;
  }

  int worker() {
    return worker;
  }

  /**
   * Asks the rule and applies its decision.
   *
   * @param exhausted the block that is used up or out of date
   * @return the decision; null if another thread has changed the block since
   * @throws GeneratorClosedException if the generator is closed
   * @throws LayoutExhaustedException if the clock is past the layout's end
   */
  @Nullable TimedDecision decide(SequenceBlock exhausted) {
    lock.lock();
    try {
      requireOpen();
      if (current != exhausted) {
        return null;
      }
      long nanos = monotonic.nanoTime();
      long reading = clock.observe(nanos);
      long before = lastReading;
      LaneDecision decision = applyRule(reading, nanos);
      boolean endsSoon = false;
      if (decision instanceof UseLane use) {
        endsSoon = end.check(use.tick());
        apply(use, reading);
        clock.trust(reading, nanos);
      } else if (decision instanceof GrantNeeded grantNeeded) {
        endsSoon = end.check(grantNeeded.use().tick());
      }
      return new TimedDecision(decision, reading, before, clock.takeJump(), endsSoon);
    } finally {
      lock.unlock();
    }
  }

  private LaneDecision applyRule(long reading, long nanos) {
    return recordCheck.isDue(nanos)
        ? new RecordUnconfirmed()
        : LaneRule.decide(lanes, reading, maxLead);
  }

  private void apply(UseLane use, long reading) {
    counter.settle();
    int lane = use.lane();
    if (use.tick() > lanes.lastTick(lane)) {
      lanes.enter(newBlock(use), use.peak());
    } else {
      lanes.resume(lane, use.peak());
    }
    SequenceBlock block = lanes.block(lane);
    block.reading = reading;
    lastReading = reading;
    counter.follow(block);
    recordCheck.issued();
    current = block;
  }

  private SequenceBlock newBlock(UseLane use) {
    int start = starts.next(use.change(), counter.settled());
    long base = ids.base(worker, use.lane(), use.tick());
    return new SequenceBlock(use.lane(), use.tick(), base, start, layout.sequences(), starts.key());
  }

  private void requireOpen() {
    if (!lifecycle.isOpen()) {
      throw new GeneratorClosedException(
          "generator is closed and has released worker=" + worker + "; build another one");
    }
  }

  /** Logs a warning that the layout's end is near. */
  void warn() {
    end.warn();
  }

  /** Makes callers ask the rule, unless one has replaced the block since. */
  void invalidate(SequenceBlock block) {
    lock.lock();
    try {
      if (current == block) {
        current = empty;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Plans the next grant of some lanes.
   *
   * @param planned the lanes in use, or those of a worker that was just acquired
   */
  GrantPlan plan(LaneTable planned) {
    lock.lock();
    try {
      long nanos = monotonic.nanoTime();
      long reading = clock.observe(nanos);
      GrantPlan plan = GrantPlan.of(planned, reading, maxLead, horizon, layout.lastTick());
      boolean isForwardJump = plan.forwardJump() > tolerance && clock.isVerifiable();
      if (!isForwardJump) {
        clock.trust(reading, nanos);
      }
      return plan.questioned(isForwardJump);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the ticks that are recorded for some lanes at present. */
  long[] recorded(LaneTable asked) {
    lock.lock();
    try {
      return asked.recorded();
    } finally {
      lock.unlock();
    }
  }

  /** Allows ids on the planned ticks, once these are recorded. */
  void grant(LaneTable planned, long[] ticks) {
    lock.lock();
    try {
      planned.grant(ticks);
    } finally {
      lock.unlock();
    }
  }

  /** Begins to doubt the clock. */
  void doubt() {
    lock.lock();
    try {
      clock.doubt(monotonic.nanoTime());
      current = empty;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the clock is doubted. */
  boolean isDoubting() {
    lock.lock();
    try {
      return clock.isDoubted();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how far the wall clock jumped since the last call; zero if it did not jump notably. */
  Duration takeJump() {
    lock.lock();
    try {
      return clock.takeJump();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes the ids of the next worker greater than those of the previous one, unless the clock
   * stepped back: one wrong reading must not use up a rollback number of each new worker.
   */
  void carryOver(LaneTable next) {
    lock.lock();
    try {
      long reading = clock.observe(monotonic.nanoTime());
      if (lanes.current() != LaneTable.NO_LANE && reading + maxLead >= lanes.peak()) {
        next.continueAfter(lanes, LaneRule.startingLane(next, Math.max(reading, lanes.peak())));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Continues with the lanes of another worker, which have a grant. */
  void enter(int nextWorker, LaneTable next) {
    lock.lock();
    try {
      if (lanes != next) {
        useUp(lanes);
        worker = nextWorker;
        lanes = next;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the present grant, for calls that are under way, too.
   *
   * @return the last tick of each lane of the layout
   */
  long[] revoke(LaneTable revoked) {
    lock.lock();
    try {
      useUp(revoked);
      return revoked.lastTicks();
    } finally {
      lock.unlock();
    }
  }

  private void useUp(LaneTable revoked) {
    if (revoked == lanes) {
      current = empty;
      counter.follow(empty); // the numbers that are used up now were not issued
    }
    revoked.revoke();
  }

  /**
   * Notes that the record was there: ids may be issued for a while without another check.
   *
   * @param time how long; empty if only the grant limits them
   * @param nanos when the check began, by the steady clock
   * @return whether ids were issued since the last check
   */
  boolean confirm(Optional<Duration> time, long nanos) {
    lock.lock();
    try {
      return recordCheck.passed(time, nanos);
    } finally {
      lock.unlock();
    }
  }

  /** The position of the generator, for {@link SnowflakeStatus}. */
  record Position(
      long reading, State state, int lane, long lastTick, long grantedUntil, long issued) {

    /** Returns the state of a generator whose worker's record is lost, or is not. */
    State state(boolean isLost) {
      return isLost && state != State.CLOSED ? State.STOPPED : state;
    }
  }

  /** Returns the position. Asks the rule as a call would, but issues nothing. */
  Position position() {
    lock.lock();
    try {
      long reading = clock.read();
      LaneDecision decision = LaneRule.decide(lanes, reading, maxLead);
      UseLane next = GrantPlan.nextUse(decision);
      int last = lanes.current();
      int lane = Math.max(0, last);
      return new Position(
          reading,
          state(decision),
          lane,
          last == LaneTable.NO_LANE ? -1 : lanes.lastTick(last),
          lanes.grantedTick(next == null ? lane : next.lane()),
          counter.total());
    } finally {
      lock.unlock();
    }
  }

  private State state(LaneDecision decision) {
    UseLane next = GrantPlan.nextUse(decision);
    if (!lifecycle.isOpen()) {
      return State.CLOSED;
    }
    if (next != null && next.tick() > layout.lastTick()) {
      return State.EXHAUSTED;
    }
    return decision instanceof GrantNeeded
        ? State.GRANT_NEEDED
        : decision instanceof AllLanesAhead ? State.CLOCK_BEHIND : State.READY;
  }

  void close() {
    lock.lock();
    try {
      lifecycle.close();
      current = empty;
    } finally {
      lock.unlock();
    }
  }
}
