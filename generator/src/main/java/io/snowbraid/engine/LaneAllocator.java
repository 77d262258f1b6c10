package io.snowbraid.engine;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.lane.LaneDecision;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.LaneRule;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.lane.SequenceStartPicker;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the sequence block to take numbers from. A call that finds the {@linkplain #current
 * current} block used up or outdated calls {@link #decide}, which applies the {@link LaneRule}.
 *
 * <p>Why ids are unique: a lane and tick have only one block ({@link LaneTable#enter} rejects a
 * second), and each number in a block has one owner. It does not matter which block a thread sees.
 *
 * <p>One lock guards the lanes and orders the clock readings. Without it, two threads could see a
 * step back that never happened. The clock is read while holding this lock, so it must not block.
 * Only {@link #current} may be written without the lock, and only to the empty block, which makes
 * calls {@linkplain #decide decide} again.
 */
final class LaneAllocator {

  static final int NO_WORKER = -1;

  /** How long before the layout's end a warning is logged. */
  private static final Duration NOTICE = Duration.ofDays(365);

  private final Layout layout;
  private final TickClock ticks;
  private final int sequences;
  private final long lastTick;
  private final TrustedClock trustedClock;
  private final MonotonicTime monotonic;
  private final long maxLead;
  private final long horizon;
  private final long tolerance;
  private final IdEncoder ids;
  private final SequenceStartPicker starts;

  private final ReentrantLock lock = new ReentrantLock();
  private final SequenceBlock empty = SequenceBlock.empty();

  /**
   * The number of ids in earlier blocks, and the block whose ids are counted when it is replaced.
   */
  private long issued;

  private SequenceBlock counted = empty;
  private long warnFrom;
  private long appliedReading = Long.MIN_VALUE;
  private long latestReading;
  private LaneTable lanes = LaneTable.none();
  private volatile int worker = NO_WORKER;
  private volatile boolean closed;

  private volatile SequenceBlock current = empty;

  LaneAllocator(
      GeneratorConfig config, TickClock tickClock, TrustedClock trustedClock, IdEncoder ids) {
    this.layout = config.layout();
    this.ticks = tickClock;
    this.sequences = layout.sequences();
    this.lastTick = layout.lastTick();
    this.warnFrom = lastTick - tickClock.wholeTicks(NOTICE);
    this.trustedClock = trustedClock;
    this.monotonic = config.monotonicTime();
    this.ids = ids;
    this.maxLead = Math.min(tickClock.wholeTicks(config.maxLead()), lastTick);
    long wanted = Math.max(1, tickClock.wholeTicks(config.horizon()));
    this.horizon = Math.min(wanted, lastTick);
    this.tolerance = tickClock.wholeTicks(TrustedClock.TOLERANCE);
    this.starts = new SequenceStartPicker(config.random(), sequences, !config.shufflesSequences());
  }

  /** Returns the block to take numbers from; it may be used up or outdated. */
  SequenceBlock current() {
    return current;
  }

  /** Returns a block without numbers. It is current when a new decision is needed. */
  SequenceBlock empty() {
    return empty;
  }

  int worker() {
    return worker;
  }

  /**
   * Decides on the next block and makes it current.
   *
   * @param used the block that is used up or outdated
   * @return the decision; null if another thread has replaced the block meanwhile
   * @throws GeneratorClosedException if the generator is closed
   * @throws LayoutExhaustedException if the clock is past the layout's end
   * @throws ClockFailedException if the clock throws, or requests ids
   */
  @Nullable TimedDecision decide(SequenceBlock used) {
    requireOpen(); // before locking, because a clock that hangs keeps the lock
    lock.lock();
    try {
      requireOpen();
      return current == used ? decide() : null;
    } finally {
      lock.unlock();
    }
  }

  private TimedDecision decide() {
    long nanos = monotonic.nanoTime();
    long tick = observe(nanos);
    long before = appliedReading;
    LaneDecision decision = LaneRule.decide(lanes, tick, maxLead);
    if (decision instanceof UseLane use) {
      requireBeforeEnd(use.tick());
      apply(use, tick);
      trustedClock.trust(tick, nanos);
    } else if (decision instanceof GrantNeeded grantNeeded) {
      requireBeforeEnd(grantNeeded.use().tick());
    }
    return new TimedDecision(decision, tick, before, trustedClock.takeJump());
  }

  private void requireBeforeEnd(long tick) {
    if (tick > lastTick) {
      throw new LayoutExhaustedException(
          "clock is at "
              + ticks.start(tick)
              + ", past the end of the layout, "
              + layout.lastInstant()
              + "; correct the clock, or use a layout with a later epoch for new tables",
          layout.lastInstant());
    }
  }

  private long observe(long nanos) {
    latestReading = trustedClock.observe(nanos);
    return latestReading;
  }

  private void apply(UseLane use, long tick) {
    int lane = use.lane();
    if (use.tick() > lanes.lastTick(lane)) {
      lanes.enter(newBlock(use), use.peak());
    } else {
      lanes.resume(lane, use.peak());
    }
    SequenceBlock block = lanes.block(lane);
    block.reading = tick;
    appliedReading = tick;
    count(block);
    current = block;
    if (closed) { // closed meanwhile: the later of the two writes ends the block
      current = empty;
    }
  }

  private SequenceBlock newBlock(UseLane use) {
    int start = starts.next(use.change(), issued());
    long base = ids.base(worker, use.lane(), use.tick());
    return new SequenceBlock(use.lane(), use.tick(), base, start, sequences, starts.key());
  }

  private long issued() {
    issued += counted.count();
    return issued;
  }

  /** Counts the ids of the previous block; those of the next one follow later. */
  private void count(SequenceBlock next) {
    issued += counted.count();
    counted = next;
  }

  private void requireOpen() {
    if (closed) {
      throw new GeneratorClosedException(
          "generator for worker " + worker + " is closed; build a new one");
    }
  }

  /** Makes calls decide again, unless the block has been replaced already. */
  void invalidate(SequenceBlock block) {
    holding(
        lock,
        () -> {
          if (current == block) {
            current = empty;
          }
        });
  }

  /** Plans the next grant of the lanes in use, or of a newly acquired worker. */
  GrantPlan plan(LaneTable table) {
    return holding(
        lock,
        () -> {
          long nanos = monotonic.nanoTime();
          long tick = observe(nanos);
          warnOfEnd(tick);
          GrantPlan plan = GrantPlan.of(table, tick, maxLead, horizon, lastTick);
          boolean mustBeVerified =
              plan.forwardJump() > tolerance && trustedClock.needsVerification();
          if (!mustBeVerified) {
            trustedClock.trust(tick, nanos);
          }
          return plan.withJump(mustBeVerified);
        });
  }

  /** Logs a warning once, when the layout's last year has begun. */
  private void warnOfEnd(long tick) {
    if (tick >= warnFrom) {
      warnFrom = Long.MAX_VALUE;
      Log.warn(
          "layout ends at {0}; prepare one with more time bits or, for new tables, a later epoch"
              + " (layout {1})",
          layout.lastInstant(), layout);
    }
  }

  /** Returns the ticks that are currently recorded for a worker's lanes. */
  long[] recorded(LaneTable table) {
    return holding(lock, table::recorded);
  }

  /** Returns whether any lane can issue on a tick. */
  boolean canIssueOn(LaneTable table, long tick) {
    return holding(lock, () -> table.canIssueOn(tick));
  }

  void distrustClock() {
    holding(
        lock,
        () -> {
          trustedClock.distrust(monotonic.nanoTime());
          current = empty;
        });
  }

  boolean isClockDistrusted() {
    return trustedClock.isDistrusted();
  }

  /** Returns how far the wall clock jumped since the last call; zero if not notably. */
  Duration takeJump() {
    return holding(lock, trustedClock::takeJump);
  }

  /**
   * Makes the next worker's ids greater than the previous worker's, unless the clock stepped back.
   * Steps back are excluded because a single wrong reading would use up a rollback number of every
   * new worker.
   */
  void carryOver(LaneTable next) {
    holding(lock, () -> carryOver(next, observe(monotonic.nanoTime())));
  }

  private void carryOver(LaneTable next, long tick) {
    if (lanes.current() != LaneTable.NO_LANE && tick + maxLead >= lanes.peak()) {
      next.continueAfter(lanes, LaneRule.startingLane(next, Math.max(tick, lanes.peak())));
    }
  }

  /** Applies a recorded grant, and continues with its worker. */
  void grant(HeldWorker holder, long[] ticksOfLanes) {
    holding(
        lock,
        () -> {
          holder.lanes().grant(ticksOfLanes);
          if (lanes != holder.lanes()) {
            revoke(lanes);
            worker = holder.worker();
            lanes = holder.lanes();
          }
        });
  }

  /**
   * Ends a worker's grant, also for calls in progress. It may get another grant later.
   *
   * @return the last tick of each lane of the layout
   */
  long[] revoke(HeldWorker holder) {
    return holding(
        lock,
        () -> {
          revoke(holder.lanes());
          return holder.lanes().lastTicks();
        });
  }

  private void revoke(LaneTable table) {
    if (table == lanes) {
      current = empty;
      count(empty); // before revoking uses up numbers that were not issued
    }
    table.revoke();
  }

  /** Returns the current state, including the next decision. Issues nothing. */
  EngineStatus.Lanes view() {
    lock.lock();
    try {
      latestReading = closed ? latestReading : trustedClock.read();
      return view(latestReading, false);
    } catch (ClockFailedException e) { // reported in the status
      return view(latestReading, true);
    } finally {
      lock.unlock();
    }
  }

  private EngineStatus.Lanes view(long reading, boolean hasClockFailed) {
    LaneDecision decision = LaneRule.decide(lanes, reading, maxLead);
    UseLane next = GrantPlan.nextUse(decision);
    int last = lanes.current();
    int lane = Math.max(0, last);
    return new EngineStatus.Lanes(
        reading,
        closed,
        hasClockFailed,
        decision,
        lane,
        last == LaneTable.NO_LANE ? -1 : lanes.lastTick(last),
        lanes.grantedTick(next == null ? lane : next.lane()),
        issued());
  }

  /** Makes later calls fail. Takes no lock, because a call whose clock hangs may hold it. */
  void close() {
    closed = true;
    current = empty;
  }

  /**
   * Waits for calls in progress that {@link #close} did not stop.
   *
   * @return false if a call still reads a clock that hangs, or if the thread is interrupted
   */
  boolean awaitCalls(Duration wait) {
    try {
      if (!lock.tryLock(Durations.nanos(wait), TimeUnit.NANOSECONDS)) {
        return false;
      }
      lock.unlock();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
