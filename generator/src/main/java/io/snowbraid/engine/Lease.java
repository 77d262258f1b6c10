package io.snowbraid.engine;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.internal.Rounds;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The complete state of a generator's lease: its worker, its grant, and its last failure. Keeps the
 * grant ahead of the clock, and ends it when the worker is lost.
 *
 * <p>All work is done in {@linkplain Round rounds}, which run one at a time. Each first verifies a
 * record that can vanish, as in a directory. A <em>check round</em> does nothing else, unless
 * another process has acquired the worker. A <em>write round</em> then acquires a worker if none is
 * held, and records a grant. While the generator is closed or suspended, a round only releases the
 * worker.
 *
 * <pre>
 * round           requested by                           method         limit
 * --------------  -------------------------------------  -------------  -------------------------
 * write           opening; a call without a grant, or    requestGrant   20 at once, then 1/s; after
 *                 with all lanes ahead of the clock                     a failure, not for 0.1 s
 * write           a call after a clock jump, after a     refresh        1/s
 *                 change of lanes, or past the layout's
 *                 end
 * write           timer                                  scheduleNext   horizon / 3; horizon / 12
 *                                                                       after a failure
 * check           timer                                  scheduleNext   the source's interval: 1/s
 * write           resuming                               resume         no limit
 * any             closing, suspending                    releaseWorker  no limit
 * </pre>
 *
 * <p>Rounds run in the background, because a call may hold the pool's only connection and the store
 * may hang. A call waits for a round no longer than {@code maxWait}. A fixed worker has no store:
 * calls write its record themselves, without a limit.
 *
 * <p>Only the generator references this object, and only this object references its scheduled work.
 * A generator that is dropped without being closed can therefore be collected, and its worker
 * expires.
 */
final class Lease implements Rounds.Work, GrantRequester {

  /** After a failure, calls do not contact the store for this long. */
  static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  /** A store call that takes longer is reported as a failure. */
  private static final Duration STORE_WAIT = Duration.ofSeconds(12);

  /** How many writes calls may cause at once; after that, one per interval. */
  private static final int WRITE_BURST = 20;

  private static final Duration WRITE_INTERVAL = Duration.ofSeconds(1);

  /** How often the worker may change, so that a wrong clock cannot use up the namespace. */
  private static final int MAX_CHANGES = 2;

  private static final Duration CHANGES_PERIOD = Duration.ofHours(1);

  /** After a change, one in this many workers must stay free. */
  private static final int REQUIRED_FREE_FRACTION = 4;

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Whether a generator may hold a worker. */
  enum Phase {
    /** Holds a worker, or acquires one. */
    OPEN,
    /** Holds none while its process is being frozen into an image. */
    SUSPENDED,
    /** Never holds one again. */
    CLOSED
  }

  /**
   * The phase, and the future that completes when the worker is released. {@link #resume} replaces
   * both at once, so a late release cannot complete the future of a later suspension.
   */
  private record PhaseState(Phase phase, CompletableFuture<@Nullable Void> released) {

    PhaseState in(Phase next) {
      return new PhaseState(next, released);
    }
  }

  /** Why the last round failed, and when, by the monotonic clock. */
  private record Failure(RuntimeException cause, long at) {}

  private final GeneratorConfig config;
  private final WorkerSource source;
  private final WorkerAcquirer acquirer;
  private final TickClock clock;
  private final LaneAllocator allocator;
  private final MonotonicTime monotonic;
  private final EngineEvents events;
  private final long maxWaitTicks;
  private final boolean switchesTimelines;
  private final Duration renewInterval;
  private final Rounds rounds;
  private final RateLimit writes;
  private final RateLimit refreshes;
  private final RateLimit changes;

  /** Held during a round, on any thread. */
  private final ReentrantLock roundLock = new ReentrantLock();

  private final AtomicReference<PhaseState> state =
      new AtomicReference<>(new PhaseState(Phase.OPEN, new CompletableFuture<>()));

  private final AtomicReference<@Nullable CompletableFuture<Void>> pendingRequest =
      new AtomicReference<>();

  /** The worker; written only in rounds. */
  private volatile @Nullable HeldWorker heldWorker;

  /** When the write of the current grant began, by the monotonic clock; null without a grant. */
  private volatile @Nullable Long grantStart;

  /** The last failure that no recorded grant has followed; null if there is none. */
  private volatile @Nullable Failure failure;

  /** Why the last check of the record failed; null if it succeeded. */
  private volatile @Nullable RuntimeException checkFailure;

  /** Why the generator has stopped for good; null if it has not. */
  private volatile @Nullable WorkerRecordLostException stopped;

  /** When the store call in progress started; null if there is none. */
  private volatile @Nullable Long storeCallStart;

  private volatile List<String> warnings = List.of();

  /** How far the clock was ahead of the store clock at the last undisputed comparison. */
  private @Nullable Duration clockOffset;

  Lease(GeneratorConfig config, TickClock clock, LaneAllocator allocator, EngineEvents events) {
    this.config = config;
    this.source = config.workers();
    this.clock = clock;
    this.allocator = allocator;
    this.events = events;
    this.monotonic = config.monotonicTime();
    this.acquirer = new WorkerAcquirer(config, clock);
    this.switchesTimelines = config.switchesTimelines();
    this.maxWaitTicks = clock.wholeTicks(config.maxWait());
    this.renewInterval = config.horizon().dividedBy(3);
    this.rounds = new Rounds(source, config.scheduler(), this);
    long now = monotonic.nanoTime();
    this.writes = new RateLimit(WRITE_BURST, WRITE_INTERVAL, now);
    this.refreshes = new RateLimit(1, WRITE_INTERVAL, now);
    this.changes = new RateLimit(MAX_CHANGES, CHANGES_PERIOD, now);
  }

  // Rounds

  @Override
  public void round() {
    roundLock.lock();
    try {
      CompletableFuture<Void> waitingCalls = pendingRequest.getAndSet(null);
      Round round = new Round(waitingCalls != null || isWriteDue());
      try {
        failure = runRound(round);
      } finally { // in any case, schedule the next round and answer waiting calls
        scheduleNext();
        complete(waitingCalls, round.failureForCalls());
      }
    } finally {
      roundLock.unlock();
    }
  }

  private PhaseState state() {
    return Objects.requireNonNull(state.get());
  }

  private Phase phase() {
    return state().phase();
  }

  /** Runs a round, and returns why it failed; null if it succeeded. */
  private @Nullable Failure runRound(Round round) {
    Failure last;
    try {
      round.run();
      last =
          round.mustWrite ? null : failure; // a check does not prove that the store accepts writes
    } catch (Throwable e) { // rounds must go on, whatever a store or a clock throws
      last = handleFailure(e);
    }
    if (phase() != Phase.OPEN) { // even if the round failed
      releaseAndComplete();
    }
    return last;
  }

  /**
   * One round: verifies a record that can vanish, acquires a worker if there is none, and records a
   * grant. If another process has acquired the worker, the round acquires another.
   */
  private final class Round {

    /** Whether a grant must be recorded; also set when another process has acquired the worker. */
    private boolean mustWrite;

    private boolean hasAcquired;

    /** Why no other worker could be requested; null if the store answered. */
    private @Nullable RuntimeException changeFailure;

    Round(boolean mustWrite) {
      this.mustWrite = mustWrite;
    }

    /**
     * Returns the failure to report to waiting calls: the round's, or else that of the attempt to
     * switch workers. Null if there was none.
     */
    @Nullable RuntimeException failureForCalls() {
      Failure last = failure;
      return last == null ? changeFailure : last.cause();
    }

    void run() {
      if (!mayHold()) {
        return;
      }
      Duration jump = allocator.takeJump();
      if (!jump.isZero()) {
        events.clockJumped(jump);
      }
      HeldWorker held = heldWorker;
      if (held != null && held.checkInterval().isPresent()) {
        checkRecord(held);
      }
      boolean isDone = !mustWrite;
      while (!isDone && mayHold()) {
        held = heldWorker;
        if (held == null) {
          acquire();
        } else {
          isDone = recordGrant(held);
        }
      }
    }

    private boolean mayHold() {
      return phase() == Phase.OPEN && stopped == null;
    }

    /**
     * Records a grant. Switches to another worker first if every lane of this one is ahead of the
     * clock by more than {@code maxWait}. Returns false if another process has acquired the worker;
     * the round then acquires another.
     */
    private boolean recordGrant(HeldWorker held) {
      GrantPlan plan = allocator.plan(held.lanes());
      if (plan.forwardJump() > 0 && held.lease().storeTime().isPresent()) {
        if (!verifyJump(held, plan.forwardJump())) { // another process has acquired the worker
          return false;
        }
        plan = allocator.plan(held.lanes()); // the clock may be distrusted now
      }
      if (shouldChangeWorker(plan) && changeWorker(held)) {
        return true;
      }
      return extend(held, plan.ticks());
    }

    /**
     * Returns whether no lane of this worker becomes free within {@code maxWait}, and another
     * worker may be used instead.
     */
    private boolean shouldChangeWorker(GrantPlan plan) {
      return switchesTimelines
          && !holdsFixedWorker() // a fixed worker cannot be exchanged
          && plan.blocked() != null
          && plan.blocked().ticks() > maxWaitTicks;
    }

    private void acquire() {
      HeldWorker acquired = callStore(() -> acquirer.acquire(0));
      try {
        allocator.carryOver(acquired.lanes());
      } catch (Throwable e) { // must not stay held, even if the clock fails
        release(acquired, acquired.lanes().lastTicks());
        throw e;
      }
      heldWorker = acquired;
      hasAcquired = true;
    }

    /**
     * Checks the record. If it is lost, the round fails and the generator stops. After any other
     * failure, which only the status reports, the grant stands, and writes continue on schedule.
     */
    private void checkRecord(HeldWorker held) {
      try {
        if (!callStore(held.lease()::isHeld)) {
          handleTakeover(held);
        }
        checkFailure = null;
      } catch (WorkerRecordLostException e) {
        throw e;
      } catch (Throwable e) {
        checkFailure = asRuntimeException(e);
      }
    }

    /**
     * Writes the current grant again in order to read the store clock. If that contradicts a jump,
     * the clock is distrusted for a while. Returns false if another process acquired the worker.
     */
    private boolean verifyJump(HeldWorker held, long jump) {
      long[] recorded = allocator.recorded(held.lanes());
      boolean isHeld = write(held, recorded);
      if (isHeld && isContradicted(held)) {
        allocator.distrustClock();
        events.forwardJumpIgnored(jump);
      }
      return isHeld;
    }

    /** Records and applies a grant. Returns false if another process acquired the worker. */
    private boolean extend(HeldWorker held, long[] granted) {
      long begun = monotonic.nanoTime();
      boolean isHeld = write(held, granted);
      if (isHeld) {
        applyGrant(held, granted, begun);
      }
      return isHeld;
    }

    private boolean write(HeldWorker held, long[] ticks) {
      boolean isHeld = callStore(() -> held.lease().extend(ticks));
      if (!isHeld) {
        handleTakeover(held);
      }
      return isHeld;
    }

    /**
     * Another process acquired the worker: drops it, so that this round acquires another. Fails if
     * this round had just acquired it.
     */
    private void handleTakeover(HeldWorker held) {
      dropWorker(held); // first, so that calls issue no more ids
      mustWrite = true;
      events.workerLost(held.worker());
      if (hasAcquired) {
        throw new WorkerSourceException(
            "another process acquired worker "
                + held.worker()
                + " from "
                + Log.text(source)
                + " before its first grant; retrying");
      }
    }

    /**
     * Changes to another worker and records its first grant. Returns false, and keeps the current
     * worker, if no other is available or the store fails.
     */
    private boolean changeWorker(HeldWorker held) {
      if (!changes.tryAcquire(monotonic.nanoTime())) {
        return false;
      }
      HeldWorker replacement = switchToAnother();
      if (replacement == null) {
        changes.release(); // no change was made
        return false;
      }
      events.workerChanged(held.worker(), replacement.worker());
      release(held, allocator.revoke(held));
      return true;
    }

    /**
     * Makes another worker current, with its first grant. Returns null, and changes nothing, if
     * that fails.
     */
    private @Nullable HeldWorker switchToAnother() {
      try {
        HeldWorker replacement =
            callStore(() -> acquirer.acquire(config.layout().workers() / REQUIRED_FREE_FRACTION));
        return switchTo(replacement) ? replacement : null;
      } catch (WorkersHeldException e) {
        LOGGER.log(System.Logger.Level.DEBUG, "no other worker is available", e);
      } catch (Throwable e) { // calls may wait until the store answers
        changeFailure = asRuntimeException(e);
      }
      return null;
    }

    /**
     * Continues with a worker if it can issue now and its first grant is recorded; otherwise
     * releases it.
     */
    private boolean switchTo(HeldWorker replacement) {
      try {
        if (allocator.canIssueOn(replacement.lanes(), clock.read())) {
          long begun = monotonic.nanoTime();
          long[] first = allocator.plan(replacement.lanes()).ticks();
          if (callStore(() -> replacement.lease().extend(first))) {
            applyGrant(replacement, first, begun);
          }
        }
        return heldWorker == replacement;
      } finally {
        if (heldWorker != replacement) {
          release(replacement, replacement.lanes().lastTicks());
        }
      }
    }
  }

  /** Applies a recorded grant. It first queries the lease, which may throw. */
  private void applyGrant(HeldWorker held, long[] granted, long begun) {
    List<String> warned = held.lease().warnings();
    Optional<Instant> storeTime = held.lease().storeTime();
    heldWorker = held;
    allocator.grant(held, granted);
    warnings = warned;
    grantStart = begun; // so that a slow write does not make the grant look younger
    if (!allocator.isClockDistrusted()) {
      storeTime.ifPresent(this::compareClocks);
    }
  }

  /**
   * Updates the clock difference. If the clock fails, keeps it: the grant is valid all the same.
   */
  private void compareClocks(Instant storeTime) {
    try {
      clockOffset = Duration.between(storeTime, clock.now());
    } catch (ClockFailedException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "clock cannot be compared with the store's", e);
    }
  }

  /**
   * Returns whether the clock moved much further than the store clock since their last undisputed
   * comparison. A constant difference is no jump, and after the machine slept, both clocks agree.
   */
  private boolean isContradicted(HeldWorker held) {
    Duration offset = clockOffset;
    return offset != null
        && held.lease()
            .storeTime()
            .map(time -> Duration.between(time, clock.now()).minus(offset))
            .filter(moved -> moved.compareTo(TrustedClock.TOLERANCE) > 0)
            .isPresent();
  }

  private <T> T callStore(Supplier<T> call) {
    storeCallStart = monotonic.nanoTime();
    try {
      return call.get();
    } finally {
      storeCallStart = null;
    }
  }

  private Failure handleFailure(Throwable e) {
    RuntimeException cause = asRuntimeException(e);
    HeldWorker held = heldWorker;
    boolean isWarned = // before the first grant, build() reports the failure
        failure == null && allocator.worker() != LaneAllocator.NO_WORKER;
    if (cause instanceof WorkerRecordLostException recordLost) {
      stop(recordLost, held);
    } else if (cause instanceof WorkerRecordHiddenException && held != null) {
      allocator.revoke(held); // keeps the worker, because the record may reappear
      grantStart = null;
    }
    events.storeFailed(cause, isWarned, stopped != null);
    return new Failure(cause, monotonic.nanoTime());
  }

  private RuntimeException asRuntimeException(Throwable e) {
    return e instanceof RuntimeException exception
        ? exception
        : new WorkerSourceException(
            "worker store failed ("
                + Log.text(source)
                + "): "
                + e.getClass().getName()
                + ": "
                + Log.text(e)
                + "; see the cause",
            e);
  }

  /** Stops the generator for good, because its record is lost. */
  private void stop(WorkerRecordLostException recordLost, @Nullable HeldWorker held) {
    stopped = recordLost;
    if (held != null) {
      dropWorker(held);
    }
  }

  /** Revokes the grant and forgets the worker, without calling the store. */
  private void dropWorker(HeldWorker held) {
    allocator.revoke(held);
    heldWorker = null;
    grantStart = null;
    held.unregister();
  }

  /**
   * Releases the worker, if there is one, and completes the future that {@link #releaseWorker}
   * returned. Runs at the end of each round once the generator is closing or suspended.
   */
  private void releaseAndComplete() {
    PhaseState ended = state();
    rounds.cancelNext();
    HeldWorker held = heldWorker;
    heldWorker = null;
    if (held != null) {
      release(held, allocator.revoke(held));
    }
    grantStart = null;
    if (ended.phase() != Phase.OPEN) { // otherwise resume() has opened the lease again
      ended.released().complete(null);
    }
  }

  /** Releases a worker. If the store fails, the worker expires. */
  private void release(HeldWorker held, long[] lastTicks) {
    try {
      held.release(lastTicks);
    } catch (Throwable e) { // the worker is no longer used, whatever the store throws
      String message =
          "could not release worker "
              + held.worker()
              + "; it expires within "
              + Durations.text(config.horizon());
      if (e instanceof WorkerSourceException) { // its message suffices without a stack trace
        Log.warnNow(message + ": " + Log.line(e), null);
      } else {
        Log.warnNow(message, e);
      }
    }
  }

  private void scheduleNext() {
    if (phase() != Phase.OPEN || stopped != null) {
      return;
    }
    HeldWorker held = heldWorker;
    Duration next = untilWrite();
    Duration check = held == null ? next : held.checkInterval().orElse(next);
    rounds.requestAfter(Durations.max(RETRY_PAUSE, Durations.min(check, next)));
  }

  private boolean isWriteDue() {
    HeldWorker held = heldWorker;
    return held == null
        || held.checkInterval().isEmpty()
        || untilWrite().compareTo(Duration.ZERO) <= 0;
  }

  /** Returns how long until the next grant must be recorded; zero or negative if it is due. */
  private Duration untilWrite() {
    Failure last = failure;
    return last == null
        ? renewInterval.minus(grantAge().orElse(renewInterval))
        : renewInterval.dividedBy(4).minusNanos(monotonic.nanoTime() - last.at());
  }

  private static void complete(
      @Nullable CompletableFuture<Void> request, @Nullable RuntimeException cause) {
    if (request != null && cause != null) {
      request.completeExceptionally(cause);
    } else if (request != null) {
      request.complete(null);
    }
  }

  // Requests of calls

  @Override
  public @Nullable CompletableFuture<Void> requestGrant() {
    RuntimeException known = knownFailure();
    if (known != null) {
      return CompletableFuture.failedFuture(known);
    }
    CompletableFuture<Void> earlier = pendingRequest.get();
    if (earlier == null) {
      if (!holdsFixedWorker() && !writes.tryAcquire(monotonic.nanoTime())) {
        return null;
      }
      // only after passing the rate limit, because other calls wait for this future
      CompletableFuture<Void> mine = new CompletableFuture<>();
      earlier = pendingRequest.compareAndExchange(null, mine);
      if (earlier == null) {
        if (!holdsFixedWorker() || !runInThisThread()) {
          rounds.request();
        }
        return mine;
      }
      if (!holdsFixedWorker()) {
        writes.release();
      }
    }
    if (holdsFixedWorker()) {
      runInThisThread(); // a requested round may still wait for a thread
    }
    return earlier;
  }

  /** Returns why a store call is pointless now; null if it is not. */
  private @Nullable RuntimeException knownFailure() {
    Failure last = failure;
    if (stopped != null) {
      return stopped;
    }
    if (last != null && monotonic.nanoTime() - last.at() < RETRY_PAUSE.toNanos()) {
      return last.cause();
    }
    return phase() == Phase.OPEN ? null : new WorkerSourceException("the worker has been released");
  }

  /**
   * Returns whether the worker is fixed. Its record is in memory, so a call writes it itself,
   * without a rate limit.
   */
  boolean holdsFixedWorker() {
    HeldWorker held = heldWorker;
    return held != null && held.isFixed();
  }

  /** Runs a round on this thread, unless another thread is running one. */
  private boolean runInThisThread() {
    if (!roundLock.tryLock()) {
      return false;
    }
    try {
      round();
      return true;
    } finally {
      roundLock.unlock();
    }
  }

  /** Requests a write round, at most once per second. The caller gets no result. */
  void refresh() {
    if (refreshes.tryAcquire(monotonic.nanoTime())) {
      requestRound();
    }
  }

  /** Requests a round that records a grant after this call. */
  private void requestRound() {
    if (pendingRequest.compareAndSet(null, new CompletableFuture<>())) {
      rounds.request();
    }
  }

  @Override
  public void rejected(RejectedExecutionException cause) {
    complete(
        pendingRequest.getAndSet(null),
        new WorkerSourceException(String.valueOf(cause.getMessage()), cause));
  }

  /**
   * Checks that the generator has not stopped for good.
   *
   * @throws GeneratorStoppedException if it has
   */
  void requireRecord() {
    if (stopped != null) {
      throw refusal(stopped);
    }
  }

  @Override
  public SnowbraidException timeout(Duration maxWait) {
    Failure last = failure;
    String within = " within maxWait=" + Durations.text(maxWait);
    String why =
        holdsFixedWorker()
            ? "no thread was free" + within
            : "the store did not answer" + within + ": store=" + Log.text(source);
    return expired(why, last == null ? null : last.cause());
  }

  @Override
  public SnowbraidException refusal(Throwable cause) {
    if (cause instanceof WorkerRecordLostException) {
      return new GeneratorStoppedException("no more ids are issued: " + Log.text(cause), cause);
    }
    if (cause instanceof ClockFailedException) {
      return new ClockFailedException(Log.text(cause), cause);
    }
    if (cause instanceof WorkerRecordHiddenException) {
      return new LeaseExpiredException("no ids are issued now: " + Log.text(cause), cause);
    }
    String what =
        holdsFixedWorker()
            ? "it could not be extended"
            : "the store failed: store=" + Log.text(source);
    return expired(what + ", " + cause.getClass().getName() + ": " + Log.text(cause), cause);
  }

  private LeaseExpiredException expired(String why, @Nullable Throwable cause) {
    int worker = allocator.worker();
    String what =
        worker == LaneAllocator.NO_WORKER
            ? "no worker has been leased: "
            : "cannot issue ids for worker=" + worker + ": its grant has run out, and ";
    return new LeaseExpiredException(what + why + "; ids continue once a grant is recorded", cause);
  }

  /** Creates the exception for a store that does not answer. */
  WorkerSourceException storeTimeout(Duration time) {
    return new WorkerSourceException(
        "worker store has not answered for "
            + Durations.text(time)
            + " ("
            + Log.text(source)
            + "); check the store");
  }

  // Release and resumption

  /**
   * Releases the worker. A fixed worker is released on the calling thread, unless the clock of a
   * call in progress hangs.
   *
   * @param next {@link Phase#SUSPENDED} if a worker may be acquired again, otherwise {@link
   *     Phase#CLOSED}
   * @param wait how long to wait for a call in progress
   * @return a future that completes when the worker is released
   */
  CompletableFuture<@Nullable Void> releaseWorker(Phase next, Duration wait) {
    PhaseState ending = state.updateAndGet(now -> now.phase() == Phase.CLOSED ? now : now.in(next));
    boolean isReleased = holdsFixedWorker() && allocator.awaitCalls(wait) && runInThisThread();
    if (!isReleased) {
      rounds.request();
    }
    return ending.released();
  }

  /** Acquires a worker again after a suspension, retrying if the store fails. */
  void resume() {
    state.updateAndGet(
        now ->
            now.phase() == Phase.SUSPENDED
                ? new PhaseState(Phase.OPEN, new CompletableFuture<>())
                : now);
    requestRound();
  }

  boolean isOpen() {
    return phase() != Phase.CLOSED;
  }

  // Status

  boolean isStopped() {
    return stopped != null;
  }

  List<String> warnings() {
    return warnings;
  }

  /** Returns the age of the current grant; empty if there is none. */
  Optional<Duration> grantAge() {
    return Optional.ofNullable(grantStart).map(at -> Duration.ofNanos(monotonic.nanoTime() - at));
  }

  /** Returns why the store failed, or that it has not answered for long. */
  Optional<RuntimeException> storeFailure() {
    Long since = storeCallStart;
    long taken = since == null ? 0 : monotonic.nanoTime() - since;
    if (taken > STORE_WAIT.toNanos()) {
      return Optional.of(storeTimeout(Duration.ofNanos(taken)));
    }
    return Optional.<RuntimeException>ofNullable(stopped)
        .or(() -> Optional.ofNullable(failure).map(Failure::cause))
        .or(() -> Optional.ofNullable(checkFailure));
  }
}
