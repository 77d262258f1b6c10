package io.snowbraid;

import io.snowbraid.LaneDecision.GrantNeeded;
import io.snowbraid.LaneDecision.LaneChange;
import io.snowbraid.LaneDecision.RecordUnconfirmed;
import io.snowbraid.LaneDecision.TimedDecision;
import io.snowbraid.LaneDecision.UseLane;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Issues the ids of one worker.
 *
 * <p>A call takes the next number of the current {@link SequenceBlock} by one atomic addition,
 * without a lock. The rest is rare: the clock shows another tick, the run is used up, or it is time
 * for a look at the clock. Whoever finds that asks {@link LaneAllocator} for the next.
 *
 * <p>Why ids rise: a thread that takes its number from a run which is no longer current loaded it
 * while it was. So its call began before the calls that see the later run, and counts as having
 * happened before them.
 */
final class Issuer {

  /**
   * While another thread watches the clock, callers still look for themselves whenever they take a
   * number that this divides: a stop of the whole process makes only a few ids late.
   */
  private static final int LOOK_EVERY = 64;

  private static final int LOOK_MASK = LOOK_EVERY - 1;

  /** With fewer ids from look to look of the coarse clock there is no load. */
  private static final int LOAD = 16;

  private static final long NOT_TAKEN = Long.MAX_VALUE;

  private final TrustedClock clock;
  private final TickClock ticks;
  private final Duration maxWait;
  private final MonotonicTime waiter;
  private final IdEncoder ids;
  private final EventPublisher announcer;
  private final WatchedClock coarseClock;
  private final LaneAllocator runs;
  private final RenewalLoop loop;
  private final LeaseState state;
  private final GrantRequests lease;
  private final Object store;
  private final int timelines;

  /** Held here, because nobody else holds them. */
  @SuppressWarnings("UnusedVariable")
  private final LeaseRenewer keeper;

  @SuppressWarnings("UnusedVariable")
  private @Nullable Object checkpoints;

  private SequenceBlock watched = SequenceBlock.empty();
  private long watchedNumber;

  Issuer(Snowflake.Builder settings, WorkerSource workers) {
    Layout layout = settings.layout;
    this.ticks = new TickClock(settings.clock, layout);
    this.clock = new TrustedClock(ticks, settings.waiter, settings.leapPatience);
    this.timelines = layout.timelines();
    this.maxWait = settings.maxWait;
    this.waiter = settings.waiter;
    this.ids = new IdEncoder(layout, settings.order);
    this.announcer = new EventPublisher(settings, ticks);
    this.coarseClock = new WatchedClock(settings.clockWatch(), this::look);
    this.runs = new LaneAllocator(settings, ticks, clock, ids);
    this.loop = new RenewalLoop(settings.scheduler, runs);
    this.state = new LeaseState(waiter);
    this.store = workers;
    this.lease = new GrantRequests(loop, state, runs, waiter, workers, settings.horizon);
    WorkerAcquirer tenures = new WorkerAcquirer(settings, workers, ticks);
    this.keeper = new LeaseRenewer(settings, tenures, runs, announcer, loop, lease, state, ticks);
  }

  /**
   * Takes a worker and gets the first grant.
   *
   * @param startWait how long to wait for one while all are held
   * @throws WorkerSourceException if there is none to be had
   */
  void open(Duration startWait) {
    lease.open(startWait);
    checkpoints = CracSupport.register(lease);
  }

  long nextId() {
    if (ids.isPlain() && coarseClock.isRunning()) {
      return nextPlainId();
    }
    return ids.withTail(nextWithoutTail());
  }

  /** The common case, with all that can be read before the atomic addition read there. */
  private long nextPlainId() {
    SequenceBlock run = runs.current();
    long base = run.base;
    int end = run.end;
    long number = run.getAndIncrement();
    if (number < end && ((number & LOOK_MASK) != 0 || isPresent(run, number))) {
      return base + number;
    }
    return nextOfLaterRun(run, number);
  }

  long nextId(int tail) {
    ids.requireTail(tail);
    return nextWithoutTail() + tail;
  }

  private long nextWithoutTail() {
    SequenceBlock run = runs.current();
    long number = NOT_TAKEN;
    if (coarseClock.isRunning() || clock.read() == run.reading) {
      number = run.getAndIncrement();
      if (number < run.end && ((number & LOOK_MASK) != 0 || isPresent(run, number))) {
        return ids.id(run, number);
      }
    }
    return nextOfLaterRun(run, number);
  }

  private boolean isPresent(SequenceBlock run, long number) {
    if (number - run.start >= LOOK_EVERY) {
      coarseClock.start();
    }
    return clock.read() == run.reading;
  }

  private long nextOfLaterRun(SequenceBlock run, long number) {
    SequenceBlock next = advance(run);
    if (next == run && number < run.end) {
      return ids.id(run, number);
    }
    while (true) {
      long taken = next.getAndIncrement();
      if (taken < next.end) {
        return ids.id(next, taken);
      }
      next = advance(next);
    }
  }

  void nextIds(long[] target) {
    boolean ascending = true;
    SequenceBlock run = target.length == 0 ? runs.none() : present();
    int filled = 0;
    while (filled < target.length) {
      int count = take(run, target, filled);
      ascending &= filled == 0 || count == 0 || target[filled - 1] < target[filled];
      filled += count;
      if (filled < target.length) {
        run = advance(run);
      }
    }
    if (!ascending) { // the clock stepped back in between
      Arrays.sort(target);
    }
  }

  /** The run for what the clock shows now; it may be used up. */
  private SequenceBlock present() {
    SequenceBlock run = runs.current();
    return clock.read() == run.reading ? run : advance(run);
  }

  private int take(SequenceBlock run, long[] target, int from) {
    int wanted = Math.min(target.length - from, run.end);
    long first = run.getAndAdd(wanted);
    int count = (int) Math.max(0, Math.min(wanted, run.end - first));
    ids.fill(run, first, target, from, count);
    return count;
  }

  /**
   * Asks for the run after one that is used up or out of date, and waits for it if need be.
   *
   * @return the current run, which may be used up again
   */
  private SequenceBlock advance(SequenceBlock used) {
    try {
      LaneDecision choice = decide(used);
      if (choice != null && !(choice instanceof UseLane)) {
        waitFor(used, choice);
      }
      return runs.current();
    } catch (SnowbraidException e) {
      announcer.refused(e);
      throw e;
    }
  }

  /** Null if another thread has moved on since. */
  private @Nullable LaneDecision decide(SequenceBlock used) {
    TimedDecision decision;
    try {
      decision = runs.decide(used);
    } catch (LayoutExhaustedException e) {
      lease.refresh(); // perhaps the store's clock knows better
      throw e;
    }
    if (decision == null) {
      return null;
    }
    tell(decision);
    return decision.choice();
  }

  private void tell(TimedDecision decision) {
    announcer.decided(decision);
    if (decision.endsSoon()) {
      runs.warn();
    }
    boolean isElsewhere =
        decision.choice() instanceof UseLane issue && issue.move() == LaneChange.SWITCH;
    if (isElsewhere || !decision.jump().isZero()) {
      lease.refresh(); // a copy of this process, or one more step back, may come next
    }
  }

  /** Asks the rule again after each slice of the wait. */
  private void waitFor(SequenceBlock used, LaneDecision refused) {
    BoundedWait patience = new BoundedWait(ticks, maxWait, waiter);
    LaneDecision choice = refused;
    while (choice != null && !(choice instanceof UseLane)) {
      if (choice instanceof GrantNeeded || choice instanceof RecordUnconfirmed) {
        patience.await(lease, choice instanceof GrantNeeded);
      } else {
        patience.await(choice, lease);
      }
      choice = decide(used);
    }
    announcer.waited(patience.waited());
  }

  /**
   * Looks at the clock for all callers, and makes them ask the rule if it has moved.
   *
   * @return whether ids were issued since the last look
   */
  private boolean look() {
    SequenceBlock run = runs.current();
    boolean idle = run == runs.none();
    if (!idle && clock.read() != run.reading) {
      runs.retire(run);
    }
    long number = run.get();
    boolean load = number - (run == watched ? watchedNumber : run.start) >= LOAD;
    watched = run;
    watchedNumber = number;
    return load && !idle;
  }

  GrantRequests lease() {
    return lease;
  }

  SnowflakeStatus status() {
    LaneAllocator.Position position = runs.position();
    boolean hasIssued = position.lastTick() >= 0;
    long ahead = hasIssued ? Math.max(0, position.lastTick() - position.reading()) : 0;
    return new SnowflakeStatus(
        ticks.instant(position.reading()),
        position.state(),
        runs.worker(),
        position.lane() / timelines,
        position.lane() % timelines,
        hasIssued ? Optional.of(ticks.instant(position.lastTick())) : Optional.empty(),
        ticks.duration(ahead),
        Optional.of(ticks.instant(position.grantedUntil())),
        state.grantAge(),
        position.issued(),
        state.storeFailure(store),
        state.warnings());
  }

  /** What gives the worker back when nobody uses the generator any more. */
  RenewalLoop loop() {
    return loop;
  }

  int worker() {
    return runs.worker();
  }

  boolean isOpen() {
    return runs.isOpen();
  }

  void close() {
    lease.close();
  }
}
