package io.snowbraid;

import static io.snowbraid.internal.Locks.holding;

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
 * <p>There are two locks. {@code clockLock} orders the readings of the clock that decide: without
 * it, two threads could see a step back where there is none. The clock may be foreign code, so
 * whoever waits for this lock may wait for a clock that hangs. {@code lock} guards the lanes, and
 * is held for moments only; whoever needs both takes {@code clockLock} first. Only the current
 * block may be emptied under any lock or none, because its callers ask the rule then.
 */
final class LaneAllocator {

  /** The worker before the first one is taken. */
  static final int NO_WORKER = -1;

  /** How long the status waits for a foreign clock. */
  private static final Duration STATUS_WAIT = Duration.ofMillis(50);

  /**
   * How long a call waits at least while another one reads the clock; one that works answers
   * within.
   */
  static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final TimedDecision CLOCK_BUSY =
      new TimedDecision(new ClockBusy(), 0, 0, Duration.ZERO, false);

  /** A reading that takes longer means that the clock hangs. */
  private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Layout layout;
  private final TickClock tickClock;
  private final TrustedClock trustedClock;
  private final MonotonicTime monotonic;
  private final Scheduler scheduler;
  private final long maxLead;
  private final long horizon;
  private final long tolerance;
  private final IdEncoder ids;
  private final SequenceStartPicker starts;
  private final LayoutExpiry expiry;

  private final ReentrantLock clockLock = new ReentrantLock();

  /** Since when the clock is being read, by the steady clock. Means nothing between readings. */
  private volatile long readingSince;

  private volatile boolean isBeingRead;

  private final AtomicBoolean isReadForStatus = new AtomicBoolean();
  private volatile boolean statusReadFailed;

  /** For the status, which writes it without {@code clockLock}, too, so nothing decides by it. */
  private volatile long latestReading;

  private final ReentrantLock lock = new ReentrantLock();
  private final SequenceBlock empty = SequenceBlock.empty();
  private final IssuedCounter counter = new IssuedCounter();
  private long appliedReading = Long.MIN_VALUE;
  private @Nullable HeldWorker held;
  private LaneTable lanes = LaneTable.none();
  private volatile int worker = NO_WORKER;
  private volatile boolean closed;

  private volatile SequenceBlock current = empty;

  LaneAllocator(
      GeneratorConfig config, TickClock tickClock, TrustedClock trustedClock, IdEncoder ids) {
    this.layout = config.layout();
    this.tickClock = tickClock;
    this.trustedClock = trustedClock;
    this.monotonic = config.monotonicTime();
    this.scheduler = config.scheduler();
    this.ids = ids;
    this.maxLead = Math.min(tickClock.wholeTicks(config.maxLead()), layout.lastTick());
    long wanted = Math.max(1, tickClock.wholeTicks(config.horizon()));
    this.horizon = Math.min(wanted, layout.lastTick());
    this.tolerance = tickClock.wholeTicks(TrustedClock.TOLERANCE);
    this.starts =
        new SequenceStartPicker(
            config.random(), layout.sequences(), config.sequenceOrder() == SequenceOrder.ASCENDING);
    this.expiry = new LayoutExpiry(layout, tickClock);
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
   * @param used the block that is used up or out of date
   * @param wait how long to wait while another call reads the clock
   * @return the decision; null if another thread has changed the block since
   * @throws GeneratorClosedException if the generator is closed
   * @throws LayoutExhaustedException if the clock is past the layout's end
   * @throws ClockFailedException if the clock throws, or another call reads it for too long
   */
  @Nullable TimedDecision decide(SequenceBlock used, CallWait wait) {
    requireOpen(); // a clock that hangs is no reason to wait then
    if (!lockClock(wait)) {
      return CLOCK_BUSY;
    }
    try {
      requireOpen();
      return current == used ? decide() : null;
    } finally {
      clockLock.unlock();
    }
  }

  /**
   * Waits with a limit for a foreign clock, and without one for the system's, which answers at
   * once.
   */
  private boolean lockClock(CallWait wait) {
    if (clockLock.isHeldByCurrentThread()) {
      throw new ClockFailedException(
          "clock must not ask for ids: it was asked for the time by the generator that it asks;"
              + " replace it",
          null);
    }
    if (clockLock.tryLock()) {
      return true;
    }
    if (tickClock.isForeign()) {
      return wait.awaitClock(clockLock, this::silenceWhileOpen);
    }
    clockLock.lock();
    return true;
  }

  /**
   * Does something that reads the clock in this thread, unless another thread reads it and takes
   * long.
   *
   * @return false if nothing was done
   */
  boolean tryWithClock(Runnable work) {
    if (!tryLockClock()) {
      return false;
    }
    try {
      work.run();
      return true;
    } finally {
      clockLock.unlock();
    }
  }

  private boolean tryLockClock() {
    try { // at once first, because the one with a limit fails in a thread that was interrupted
      return clockLock.tryLock() || clockLock.tryLock(READING_NANOS, TimeUnit.NANOSECONDS);
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
      long before = appliedReading;
      LaneDecision decision = askRule(tick, nanos);
      boolean endsSoon = false;
      if (decision instanceof UseLane use) {
        endsSoon = expiry.check(use.tick());
        apply(use, tick);
        trustedClock.trust(tick, nanos);
      } else if (decision instanceof GrantNeeded grantNeeded) {
        endsSoon = expiry.check(grantNeeded.use().tick());
      }
      return new TimedDecision(decision, tick, before, trustedClock.takeJump(), endsSoon);
    } finally {
      lock.unlock();
    }
  }

  /** Reads the clock, without an object or another reading of the time: each tick comes here. */
  private long observe(long nanos) {
    readingSince = nanos;
    isBeingRead = true;
    try {
      long tick = trustedClock.observe(nanos);
      latestReading = tick;
      return tick;
    } finally {
      isBeingRead = false;
    }
  }

  private long readTick(Supplier<Long> source) {
    long tick = read(source);
    latestReading = tick;
    return tick;
  }

  private <T> T read(Supplier<T> source) {
    readingSince = monotonic.nanoTime();
    isBeingRead = true;
    try {
      return source.get();
    } finally {
      isBeingRead = false;
    }
  }

  /** A call that waits for a clock ends with its generator. */
  private Duration silenceWhileOpen() {
    requireOpen();
    return clockSilence();
  }

  /** Returns for how long a reading of the clock has been under way; zero if none is. */
  Duration clockSilence() {
    boolean isUnderWay = isBeingRead; // first, because readingSince may be of an earlier reading
    return isUnderWay ? Duration.ofNanos(monotonic.nanoTime() - readingSince) : Duration.ZERO;
  }

  private LaneDecision askRule(long tick, long nanos) {
    return held != null && held.isCheckDue(nanos)
        ? new RecordUnconfirmed()
        : LaneRule.decide(lanes, tick, maxLead);
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
    int start = starts.next(use.change(), counter.total());
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
  void warnOfLayoutEnd() {
    expiry.warn();
  }

  /** Makes callers ask the rule, unless one has replaced the block since. */
  void invalidate(SequenceBlock block) {
    holding(
        lock,
        () -> {
          if (current == block) {
            current = empty;
          }
        });
  }

  /** Returns the time that the clock shows. */
  Instant now() {
    clockLock.lock();
    try {
      return read(tickClock::now);
    } finally {
      clockLock.unlock();
    }
  }

  /** Returns the tick that the clock shows, whether it is doubted or not. */
  long tick() {
    clockLock.lock();
    try {
      return readTick(tickClock::read);
    } finally {
      clockLock.unlock();
    }
  }

  /**
   * Plans the next grant of some lanes.
   *
   * @param table the lanes in use, or those of a worker that was just acquired
   */
  GrantPlan plan(LaneTable table) {
    clockLock.lock();
    try {
      long nanos = monotonic.nanoTime();
      long tick = observe(nanos);
      GrantPlan plan =
          holding(lock, () -> GrantPlan.of(table, tick, maxLead, horizon, layout.lastTick()));
      boolean mustBeVerified = plan.forwardJump() > tolerance && trustedClock.isVerifiable();
      if (!mustBeVerified) {
        trustedClock.trust(tick, nanos);
      }
      return plan.withJump(mustBeVerified);
    } finally {
      clockLock.unlock();
    }
  }

  /** Returns the ticks that are recorded for some lanes at present. */
  long[] recorded(LaneTable table) {
    return holding(lock, table::recorded);
  }

  /** Returns whether some lane has numbers at a tick. */
  boolean canIssueOn(LaneTable table, long tick) {
    return holding(lock, () -> table.canIssueOn(tick));
  }

  /** Begins to doubt the clock. */
  void doubt() {
    clockLock.lock();
    try {
      trustedClock.doubt(monotonic.nanoTime());
      current = empty;
    } finally {
      clockLock.unlock();
    }
  }

  /** Returns whether the clock is doubted. */
  boolean isDoubting() {
    return trustedClock.isDoubted();
  }

  /** Returns how far the wall clock jumped since the last call; zero if it did not jump notably. */
  Duration takeJump() {
    clockLock.lock();
    try {
      return trustedClock.takeJump();
    } finally {
      clockLock.unlock();
    }
  }

  /**
   * Makes the ids of the next worker greater than those of the previous one, unless the clock
   * stepped back. Steps back are excluded because one wrong reading must not use up a rollback
   * number of each new worker.
   */
  void carryOver(LaneTable next) {
    clockLock.lock();
    try {
      long tick = observe(monotonic.nanoTime());
      holding(lock, () -> carryOver(next, tick));
    } finally {
      clockLock.unlock();
    }
  }

  private void carryOver(LaneTable next, long tick) {
    if (lanes.current() != LaneTable.NO_LANE && tick + maxLead >= lanes.peak()) {
      next.continueAfter(lanes, LaneRule.startingLane(next, Math.max(tick, lanes.peak())));
    }
  }

  /**
   * Allows ids on ticks that are recorded, and continues with this worker.
   *
   * @param holder a worker that was not lost meanwhile; otherwise nothing is allowed
   * @param written when the write began, by the steady clock
   */
  void grant(HeldWorker holder, long[] ticksOfLanes, long written) {
    holding(
        lock,
        () -> {
          holder.grant(ticksOfLanes);
          holder.checked(written);
          if (held != holder && !holder.isStopped()) {
            revoke(lanes);
            worker = holder.worker();
            lanes = holder.lanes();
            held = holder;
          }
        });
  }

  /**
   * Ends the present grant of a worker, for calls that are under way, too. Another can follow.
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

  /** Ends the present grant of a worker, and every later one. */
  void stop(HeldWorker holder) {
    holding(
        lock,
        () -> {
          holder.stop();
          revoke(holder.lanes());
        });
  }

  /**
   * Ends the grant of a worker that is about to be released, when no reading is under way.
   *
   * @return the last tick of each lane of the layout
   */
  long[] revokeBetweenReadings(HeldWorker holder) {
    clockLock.lock();
    try {
      return revoke(holder);
    } finally {
      clockLock.unlock();
    }
  }

  private void revoke(LaneTable table) {
    if (table == lanes) {
      current = empty;
      counter.follow(empty); // the numbers that are used up now were not issued
    }
    table.revoke();
  }

  /** Notes that the record of a worker was seen, or that a look at it failed. */
  void checked(HeldWorker holder, long nanos) {
    holding(lock, () -> holder.checked(nanos));
  }

  /**
   * Lets ids continue although nobody knows whether the record is there, unless it was seen
   * meanwhile.
   */
  void continueUnseen(HeldWorker holder, long nanos) {
    holding(
        lock,
        () -> {
          if (holder.isCheckDue(nanos)) {
            holder.continueUnseen();
          }
        });
  }

  /** Returns whether the record must be looked at before the next id. */
  boolean isCheckDue(HeldWorker holder, long nanos) {
    return holding(lock, () -> holder.isCheckDue(nanos));
  }

  /** Returns whether ids were issued under a worker since the last call. */
  boolean takeIssued(HeldWorker holder) {
    return holding(lock, holder::takeIssued);
  }

  /** What a generator's status says of its clock and lanes. */
  record View(long reading, State state, int lane, long lastTick, long grantedUntil, long issued) {}

  /** Returns the present view. Asks the rule as a call would, but issues nothing. */
  View view() {
    readForStatus();
    return holding(lock, this::viewOfLanes);
  }

  private View viewOfLanes() {
    long reading = latestReading;
    LaneDecision decision = LaneRule.decide(lanes, reading, maxLead);
    UseLane next = GrantPlan.nextUse(decision);
    int last = lanes.current();
    int lane = Math.max(0, last);
    return new View(
        reading,
        state(decision),
        lane,
        last == LaneTable.NO_LANE ? -1 : lanes.lastTick(last),
        lanes.grantedTick(next == null ? lane : next.lane()),
        counter.total());
  }

  /**
   * Reads the clock for the status: a foreign one in another thread, because it may hang. Then the
   * last reading is latestReading.
   */
  private void readForStatus() {
    if (!tickClock.isForeign()) {
      latestReading = trustedClock.read();
    } else if (!closed && isReadForStatus.compareAndSet(false, true)) {
      CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
      scheduler.schedule(() -> readForStatus(done), Duration.ZERO);
      awaitReading(done);
    }
  }

  private void readForStatus(CompletableFuture<@Nullable Void> done) {
    clockLock.lock();
    try {
      readTick(trustedClock::read);
      statusReadFailed = false;
    } catch (ClockFailedException e) { // the status says so
      statusReadFailed = true;
    } finally {
      clockLock.unlock();
      isReadForStatus.set(false);
      done.complete(null);
    }
  }

  private void awaitReading(Future<?> done) {
    Deadline deadline = Deadline.after(STATUS_WAIT, monotonic);
    try {
      while (!deadline.await(done) && !deadline.isOver()) {
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
    if (statusReadFailed || clockSilence().toNanos() > HANGS_NANOS) {
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
