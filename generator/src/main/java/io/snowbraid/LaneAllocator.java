package io.snowbraid;

import io.snowbraid.SnowflakeStatus.State;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.lane.IssuedCounter;
import io.snowbraid.lane.LaneDecision;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.ClockBusy;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.RecordUnconfirmed;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.LaneRule;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.lane.SequenceStartPicker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the sequence block that ids are taken from. A caller that finds the {@linkplain #current
 * current} block used up or out of date asks here, and the {@link LaneRule} decides.
 *
 * <p>Why ids are unique: a lane and tick only ever have one block ({@link LaneTable#enter} rejects
 * a second), and each number of a block has one owner. It does not matter which block a thread
 * sees.
 *
 * <p>There are two locks. {@code reading} orders the readings of the clock: without it, two threads
 * could see a step back where there is none. The clock may be foreign code, so whoever waits for
 * this lock may wait for a clock that hangs. {@code lock} guards the lanes, and is held for moments
 * only; whoever needs both takes {@code reading} first.
 */
final class LaneAllocator {

  /** The worker before the first one is taken. */
  static final int NO_WORKER = -1;

  /** How long the status waits for a foreign clock. */
  private static final Duration LOOK = Duration.ofMillis(50);

  /** How long a call waits at least while another one reads the clock, which is a working one's. */
  static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** A reading that takes longer means that the clock hangs. */
  private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Layout layout;
  private final TickClock ticks;
  private final TrustedClock clock;
  private final MonotonicTime monotonic;
  private final Scheduler scheduler;
  private final long maxLead;
  private final long horizon;
  private final long tolerance;
  private final IdEncoder ids;
  private final SequenceStartPicker starts;
  private final LayoutExpiry end;

  private final ReentrantLock reading = new ReentrantLock();

  /** Since when the clock is being read, by the steady clock. Means nothing between readings. */
  private volatile long readSince;

  private volatile boolean isRead;

  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile boolean lookFailed;
  private volatile long shown;

  private final ReentrantLock lock = new ReentrantLock();
  private final SequenceBlock empty = SequenceBlock.empty();
  private final IssuedCounter counter = new IssuedCounter();
  private long lastReading = Long.MIN_VALUE;
  private @Nullable HeldWorker held;
  private LaneTable lanes = new LaneTable(1, 1, new long[] {-1});
  private volatile int worker = NO_WORKER;
  private volatile boolean closed;

  private volatile SequenceBlock current = empty;

  LaneAllocator(GeneratorConfig config, TickClock ticks, TrustedClock clock, IdEncoder ids) {
    this.layout = config.layout();
    this.ticks = ticks;
    this.clock = clock;
    this.monotonic = config.monotonicTime();
    this.scheduler = config.scheduler();
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
   * @param wait how long to wait while another call reads the clock
   * @return the decision; null if another thread has changed the block since
   * @throws GeneratorClosedException if the generator is closed
   * @throws LayoutExhaustedException if the clock is past the layout's end
   * @throws ClockFailedException if the clock throws, or another call reads it for too long
   */
  @Nullable TimedDecision decide(SequenceBlock exhausted, CallWait wait) {
    requireOpen(); // a clock that hangs is no reason to wait then
    if (!enterReading(wait)) {
      return new TimedDecision(new ClockBusy(), 0, 0, Duration.ZERO, false);
    }
    try {
      requireOpen();
      return current == exhausted ? decide() : null;
    } finally {
      reading.unlock();
    }
  }

  /** Begins a reading for a call, which waits only for a foreign clock longer than a moment. */
  private boolean enterReading(CallWait wait) {
    if (reading.isHeldByCurrentThread()) {
      throw new ClockFailedException(
          "clock must not ask for ids: it was asked for the time by the generator that it asks;"
              + " replace it",
          null);
    }
    if (reading.tryLock()) {
      return true;
    }
    if (ticks.isForeign()) {
      return wait.awaitClock(reading, this::silenceWhileOpen);
    }
    reading.lock();
    return true;
  }

  /**
   * Does something that reads the clock in this thread, unless another thread reads it and takes
   * long.
   *
   * @return false if nothing was done
   */
  boolean isDoneWithClock(Runnable work) {
    if (!isClockFree()) {
      return false;
    }
    try {
      work.run();
      return true;
    } finally {
      reading.unlock();
    }
  }

  private boolean isClockFree() {
    try {
      return reading.tryLock() || reading.tryLock(READING_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) { // the caller looks at the interrupt
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private TimedDecision decide() {
    long nanos = monotonic.nanoTime();
    long tick = observe(nanos);
    lock.lock();
    try {
      long before = lastReading;
      LaneDecision decision = applyRule(tick, nanos);
      boolean endsSoon = false;
      if (decision instanceof UseLane use) {
        endsSoon = end.check(use.tick());
        apply(use, tick);
        clock.trust(tick, nanos);
      } else if (decision instanceof GrantNeeded grantNeeded) {
        endsSoon = end.check(grantNeeded.use().tick());
      }
      return new TimedDecision(decision, tick, before, clock.takeJump(), endsSoon);
    } finally {
      lock.unlock();
    }
  }

  /** Reads the clock. The lock of readings is held. */
  private long observe(long nanos) {
    readSince = nanos;
    isRead = true;
    try {
      long tick = clock.observe(nanos);
      shown = tick;
      return tick;
    } finally {
      isRead = false;
    }
  }

  /** A call that waits for a clock ends with its generator. */
  private Duration silenceWhileOpen() {
    requireOpen();
    return clockSilence();
  }

  /** Returns for how long a reading of the clock has been under way; zero if none is. */
  Duration clockSilence() {
    boolean isUnderWay = isRead; // first, or the beginning could be that of an earlier one
    return isUnderWay ? Duration.ofNanos(monotonic.nanoTime() - readSince) : Duration.ZERO;
  }

  private LaneDecision applyRule(long tick, long nanos) {
    return held != null && held.isCheckDue(nanos)
        ? new RecordUnconfirmed()
        : LaneRule.decide(lanes, tick, maxLead);
  }

  private void apply(UseLane use, long tick) {
    counter.settle();
    int lane = use.lane();
    if (use.tick() > lanes.lastTick(lane)) {
      lanes.enter(newBlock(use), use.peak());
    } else {
      lanes.resume(lane, use.peak());
    }
    SequenceBlock block = lanes.block(lane);
    block.reading = tick;
    lastReading = tick;
    counter.follow(block);
    if (held != null) {
      held.issued();
    }
    current = block;
    if (closed) { // since it was asked; whichever of the two is later ends the block
      current = empty;
    }
  }

  private SequenceBlock newBlock(UseLane use) {
    int start = starts.next(use.change(), counter.settled());
    long base = ids.base(worker, use.lane(), use.tick());
    return new SequenceBlock(use.lane(), use.tick(), base, start, layout.sequences(), starts.key());
  }

  private void requireOpen() {
    if (closed) {
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

  /** Returns the time that the clock shows. */
  Instant now() {
    reading.lock();
    try {
      return read(ticks::now);
    } finally {
      reading.unlock();
    }
  }

  /** Returns the tick that the clock shows, whether it is doubted or not. */
  long tick() {
    reading.lock();
    try {
      long tick = read(ticks::read);
      shown = tick;
      return tick;
    } finally {
      reading.unlock();
    }
  }

  private <T> T read(Supplier<T> source) {
    readSince = monotonic.nanoTime();
    isRead = true;
    try {
      return source.get();
    } finally {
      isRead = false;
    }
  }

  /**
   * Plans the next grant of some lanes.
   *
   * @param planned the lanes in use, or those of a worker that was just acquired
   */
  GrantPlan plan(LaneTable planned) {
    reading.lock();
    try {
      long nanos = monotonic.nanoTime();
      long tick = observe(nanos);
      GrantPlan plan = planAt(planned, tick);
      boolean isForwardJump = plan.forwardJump() > tolerance && clock.isVerifiable();
      if (!isForwardJump) {
        clock.trust(tick, nanos);
      }
      return plan.questioned(isForwardJump);
    } finally {
      reading.unlock();
    }
  }

  private GrantPlan planAt(LaneTable planned, long tick) {
    lock.lock();
    try {
      return GrantPlan.of(planned, tick, maxLead, horizon, layout.lastTick());
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

  /** Returns whether some lane has numbers at a tick. */
  boolean canIssueOn(LaneTable asked, long tick) {
    lock.lock();
    try {
      return asked.canIssueOn(tick);
    } finally {
      lock.unlock();
    }
  }

  /** Begins to doubt the clock. */
  void doubt() {
    reading.lock();
    try {
      clock.doubt(monotonic.nanoTime());
      current = empty;
    } finally {
      reading.unlock();
    }
  }

  /** Returns whether the clock is doubted. */
  boolean isDoubting() {
    return clock.isDoubted();
  }

  /** Returns how far the wall clock jumped since the last call; zero if it did not jump notably. */
  Duration takeJump() {
    reading.lock();
    try {
      return clock.takeJump();
    } finally {
      reading.unlock();
    }
  }

  /**
   * Makes the ids of the next worker greater than those of the previous one, unless the clock
   * stepped back: one wrong reading must not use up a rollback number of each new worker.
   */
  void carryOver(LaneTable next) {
    reading.lock();
    try {
      carryOver(next, observe(monotonic.nanoTime()));
    } finally {
      reading.unlock();
    }
  }

  private void carryOver(LaneTable next, long tick) {
    lock.lock();
    try {
      if (lanes.current() != LaneTable.NO_LANE && tick + maxLead >= lanes.peak()) {
        next.continueAfter(lanes, LaneRule.startingLane(next, Math.max(tick, lanes.peak())));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Allows ids on ticks that are recorded, and continues with this worker.
   *
   * @param granted a worker that was not lost meanwhile; otherwise nothing is allowed
   * @param written when the write began, by the steady clock
   */
  void grant(HeldWorker granted, long[] ticksOfLanes, long written) {
    lock.lock();
    try {
      granted.grant(ticksOfLanes);
      granted.trust(written);
      if (held != granted && !granted.isStopped()) {
        useUp(lanes);
        worker = granted.worker();
        lanes = granted.lanes();
        held = granted;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the present grant of a worker, for calls that are under way, too. Another can follow.
   *
   * @return the last tick of each lane of the layout
   */
  long[] revoke(HeldWorker revoked) {
    lock.lock();
    try {
      useUp(revoked.lanes());
      return revoked.lanes().lastTicks();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the present grant of a worker, and every later one. */
  void stop(HeldWorker stopped) {
    lock.lock();
    try {
      stopped.stop();
      useUp(stopped.lanes());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the grant of a worker that is about to be released, when no reading is under way.
   *
   * @return the last tick of each lane of the layout
   */
  long[] end(HeldWorker ended) {
    reading.lock();
    try {
      return revoke(ended);
    } finally {
      reading.unlock();
    }
  }

  private void useUp(LaneTable revoked) {
    if (revoked == lanes) {
      current = empty;
      counter.follow(empty); // the numbers that are used up now were not issued
    }
    revoked.revoke();
  }

  /** Notes that the record of a worker was seen, or that a look at it failed. */
  void trust(HeldWorker seen, long nanos) {
    lock.lock();
    try {
      seen.trust(nanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets ids continue although nobody knows whether the record is there, unless it was seen
   * meanwhile.
   */
  void trustUnanswered(HeldWorker unseen, long nanos) {
    lock.lock();
    try {
      if (unseen.isCheckDue(nanos)) {
        unseen.trustUnanswered();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether no id may be issued before the record was looked at again. */
  boolean isCheckDue(HeldWorker asked, long nanos) {
    lock.lock();
    try {
      return asked.isCheckDue(nanos);
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether ids were issued under a worker since the last call. */
  boolean takeIssued(HeldWorker asked) {
    lock.lock();
    try {
      return asked.takeIssued();
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
    look();
    lock.lock();
    try {
      LaneDecision decision = LaneRule.decide(lanes, shown, maxLead);
      UseLane next = GrantPlan.nextUse(decision);
      int last = lanes.current();
      int lane = Math.max(0, last);
      return new Position(
          shown,
          state(decision),
          lane,
          last == LaneTable.NO_LANE ? -1 : lanes.lastTick(last),
          lanes.grantedTick(next == null ? lane : next.lane()),
          counter.total());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reads the clock for the status: a foreign one in another thread, because it may hang. Then the
   * last reading is shown.
   */
  private void look() {
    if (!ticks.isForeign()) {
      shown = clock.read();
    } else if (!closed && looking.compareAndSet(false, true)) {
      CompletableFuture<@Nullable Void> looked = new CompletableFuture<>();
      scheduler.schedule(() -> look(looked), Duration.ZERO);
      awaitLook(looked);
    }
  }

  private void look(CompletableFuture<@Nullable Void> looked) {
    reading.lock();
    try {
      shown = read(clock::read);
      lookFailed = false;
    } catch (ClockFailedException e) { // the status says so
      lookFailed = true;
    } finally {
      reading.unlock();
      looking.set(false);
      looked.complete(null);
    }
  }

  private void awaitLook(Future<?> looked) {
    Deadline deadline = Deadline.after(LOOK, monotonic);
    try {
      while (!deadline.await(looked) && !deadline.isOver()) {
        // it is waited for in slices
      }
    } catch (InterruptedException e) { // the status does not wait, then
      Thread.currentThread().interrupt();
    }
  }

  private State state(LaneDecision decision) {
    UseLane next = GrantPlan.nextUse(decision);
    if (closed) {
      return State.CLOSED;
    }
    if (lookFailed || clockSilence().toNanos() > HANGS_NANOS) {
      return State.CLOCK_FAILED;
    }
    if (next != null && next.tick() > layout.lastTick()) {
      return State.EXHAUSTED;
    }
    return decision instanceof GrantNeeded
        ? State.GRANT_NEEDED
        : decision instanceof AllLanesAhead ? State.CLOCK_BEHIND : State.READY;
  }

  /** Ends calls that come later; neither reads the clock nor waits for a reading. */
  void close() {
    closed = true;
    current = empty;
  }
}
