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
 * <p>All work is done in {@linkplain Round rounds}, which run one at a time and on request:
 *
 * <pre>
 * requested by                  in order to                   method         limit
 * ----------------------------  ----------------------------  -------------  ---------------------
 * opening                       get the first grant           requestGrant   20 at once, then 1/s;
 *                                                                            none for 0.1 s after
 *                                                                            a failure
 * a call without a grant        continue                      requestGrant   the same
 * a call with all lanes ahead   continue on another worker    requestGrant   the same
 * a call after a clock jump     record it for a successor,    refresh        1/s
 * or a change of lanes          detect a clone
 * a call past the layout's end  check the store clock         refresh        the same
 * timer                         extend the grant              scheduleNext   horizon / 3, after a
 *                                                                            failure / 12
 * timer                         check a record that can       scheduleNext   as the source says:
 *                               vanish (directories)                         every second
 * closing, suspending           release the worker            releaseWorker  none
 * resuming                      acquire a worker              resume         none
 * </pre>
 *
 * <p>Rounds run in the background, because a call may hold the pool's only connection and the store
 * may hang. A call waits for a round no longer than {@code maxWait}. Only a record in this process
 * is written on the calling thread, without a limit.
 *
 * <p>Only the generator references this object, and only this object references its scheduled work.
 * A generator that is dropped without being closed can therefore be collected, and its worker
 * expires.
 */
final class Lease implements Rounds.Work, GrantRequester {

  /** How long after a failure calls cause no request to the store. */
  static final Duration PAUSE = Duration.ofMillis(100);

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
   * The phase, and the future that the next release completes. Both change together, so that a late
   * release does not complete the future of a later suspension.
   */
  private record Tenure(Phase phase, CompletableFuture<@Nullable Void> released) {

    Tenure in(Phase next) {
      return new Tenure(next, released);
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

  private final AtomicReference<Tenure> tenure =
      new AtomicReference<>(new Tenure(Phase.OPEN, new CompletableFuture<>()));

  private final AtomicReference<@Nullable CompletableFuture<Void>> pendingRequest =
      new AtomicReference<>();

  /** The worker; written only in rounds. */
  private volatile @Nullable HeldWorker held;

  /** When the current grant was recorded, by the monotonic clock; null without a grant. */
  private volatile @Nullable Long grantedAt;

  /** Why the last round failed; null if it succeeded. */
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
      CompletableFuture<Void> answer = pendingRequest.getAndSet(null);
      Round round = new Round(answer != null || isWriteDue());
      try {
        failure = renew(round);
      } finally { // in any case, schedule the next round and answer waiting calls
        scheduleNext();
        complete(answer, round.answer());
      }
    } finally {
      roundLock.unlock();
    }
  }

  private Tenure tenure() {
    return Objects.requireNonNull(tenure.get());
  }

  private Phase phase() {
    return tenure().phase();
  }

  /** Runs a round, and returns why it failed; null if it succeeded. */
  private @Nullable Failure renew(Round round) {
    Failure last;
    try {
      round.run();
      last =
          round.mustWrite ? null : failure; // a check does not tell whether a write would succeed
    } catch (Throwable e) { // rounds must go on, whatever a store or a clock throws
      last = failed(e);
    }
    if (phase() != Phase.OPEN) { // even if a step failed
      release();
    }
    return last;
  }

  /**
   * One round: checks the record, acquires a worker if there is none, and records a grant. If
   * another process has acquired the worker, the round acquires another.
   */
  private final class Round {

    /** Whether a grant must be recorded; otherwise the record is only checked. */
    private boolean mustWrite;

    private boolean isNew;

    /** Why no other worker could be requested; null if the store answered. */
    private @Nullable RuntimeException changeFailure;

    Round(boolean mustWrite) {
      this.mustWrite = mustWrite;
    }

    /**
     * Returns why the round failed, or why it could not request another worker; null if it did all
     * its work.
     */
    @Nullable RuntimeException answer() {
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
      HeldWorker holder = held;
      if (holder != null && holder.checkInterval().isPresent()) {
        checkRecord(holder);
      }
      boolean isDone = !mustWrite;
      while (!isDone && mayHold()) {
        holder = held;
        if (holder == null) {
          acquire();
        } else {
          isDone = recordGrant(holder);
        }
      }
    }

    private boolean mayHold() {
      return phase() == Phase.OPEN && stopped == null;
    }

    /**
     * Records a grant, for another worker if this one cannot issue for a long time. Returns false
     * if another process acquired the worker.
     */
    private boolean recordGrant(HeldWorker holder) {
      GrantPlan plan = allocator.plan(holder.lanes());
      if (plan.forwardJump() > 0 && holder.lease().storeTime().isPresent()) {
        if (!confirmJump(holder, plan.forwardJump())) {
          return false;
        }
        plan = allocator.plan(holder.lanes());
      }
      return (isBlocked(plan) && changeWorker(holder)) || extend(holder, plan.ticks());
    }

    /** Returns whether no lane becomes free within {@code maxWait}. */
    private boolean isBlocked(GrantPlan plan) {
      return switchesTimelines
          && !isInProcess() // a fixed worker cannot be exchanged
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
      held = acquired;
      isNew = true;
    }

    /**
     * Checks the record. A failed check changes nothing: the grant stands, and the next write stays
     * due.
     */
    private void checkRecord(HeldWorker holder) {
      try {
        if (!callStore(holder.lease()::isHeld)) {
          onWorkerLost(holder);
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
    private boolean confirmJump(HeldWorker holder, long jump) {
      long[] recorded = allocator.recorded(holder.lanes());
      boolean isHeld = write(holder, recorded);
      if (isHeld && isContradicted(holder)) {
        allocator.distrustClock();
        events.forwardJumpIgnored(jump);
      }
      return isHeld;
    }

    /** Records and applies a grant. Returns false if another process acquired the worker. */
    private boolean extend(HeldWorker holder, long[] granted) {
      long begun = monotonic.nanoTime();
      boolean isHeld = write(holder, granted);
      if (isHeld) {
        applyGrant(holder, granted, begun);
      }
      return isHeld;
    }

    private boolean write(HeldWorker holder, long[] ticks) {
      boolean isHeld = callStore(() -> holder.lease().extend(ticks));
      if (!isHeld) {
        onWorkerLost(holder);
      }
      return isHeld;
    }

    private void onWorkerLost(HeldWorker holder) {
      lose(holder); // before anything else
      mustWrite = true;
      events.workerLost(holder.worker());
      if (isNew) {
        throw new WorkerSourceException(
            "another process acquired worker "
                + holder.worker()
                + " from "
                + Log.text(source)
                + " before its first grant; retrying");
      }
    }

    /**
     * Changes to another worker and records its first grant. Returns false, and keeps the current
     * worker, if no other is available or the store fails.
     */
    private boolean changeWorker(HeldWorker holder) {
      if (!changes.tryAcquire(monotonic.nanoTime())) {
        return false;
      }
      HeldWorker better = acquireOther();
      if (better == null) {
        changes.release(); // no change was made
        return false;
      }
      events.workerChanged(holder.worker(), better.worker());
      release(holder, allocator.revoke(holder));
      return true;
    }

    private @Nullable HeldWorker acquireOther() {
      try {
        HeldWorker better =
            callStore(() -> acquirer.acquire(config.layout().workers() / REQUIRED_FREE_FRACTION));
        return continueWith(better) ? better : null;
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
    private boolean continueWith(HeldWorker better) {
      try {
        if (allocator.canIssueOn(better.lanes(), clock.read())) {
          long begun = monotonic.nanoTime();
          long[] first = allocator.plan(better.lanes()).ticks();
          if (callStore(() -> better.lease().extend(first))) {
            applyGrant(better, first, begun);
          }
        }
        return held == better;
      } finally {
        if (held != better) {
          release(better, better.lanes().lastTicks());
        }
      }
    }
  }

  /** Applies a recorded grant. It first queries the lease, which may throw. */
  private void applyGrant(HeldWorker holder, long[] granted, long begun) {
    List<String> warned = holder.lease().warnings();
    Optional<Instant> storeTime = holder.lease().storeTime();
    held = holder;
    allocator.grant(holder, granted);
    warnings = warned;
    grantedAt = begun; // so that a slow write does not make the grant look younger
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
  private boolean isContradicted(HeldWorker holder) {
    Duration offset = clockOffset;
    return offset != null
        && holder
            .lease()
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

  private Failure failed(Throwable e) {
    RuntimeException cause = asRuntimeException(e);
    HeldWorker holder = held;
    boolean isFirst = failure == null && allocator.worker() != LaneAllocator.NO_WORKER;
    if (cause instanceof WorkerRecordLostException gone) {
      stop(gone, holder);
    } else if (cause instanceof WorkerRecordHiddenException && holder != null) {
      allocator.revoke(holder);
      grantedAt = null;
    }
    events.storeFailed(cause, isFirst, stopped != null);
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
  private void stop(WorkerRecordLostException gone, @Nullable HeldWorker holder) {
    stopped = gone;
    if (holder != null) {
      lose(holder);
    }
  }

  /** Ends the grant of a worker that this generator no longer holds. */
  private void lose(HeldWorker holder) {
    allocator.revoke(holder);
    held = null;
    grantedAt = null;
    holder.unregister();
  }

  /** Releases the worker, if a failed round has left one. */
  private void release() {
    Tenure ended = tenure();
    rounds.cancelNext();
    HeldWorker last = held;
    held = null;
    if (last != null) {
      release(last, allocator.revoke(last));
    }
    grantedAt = null;
    if (ended.phase() != Phase.OPEN) { // else it was resumed meanwhile
      ended.released().complete(null);
    }
  }

  /** Releases a worker. If the store fails, the worker expires. */
  private void release(HeldWorker last, long[] lastTicks) {
    try {
      last.release(lastTicks);
    } catch (Throwable e) { // the worker is no longer used, whatever the store throws
      String message =
          "could not release worker "
              + last.worker()
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
    HeldWorker holder = held;
    Duration next = untilWrite();
    Duration check = holder == null ? next : holder.checkInterval().orElse(next);
    rounds.requestAfter(Durations.max(PAUSE, Durations.min(check, next)));
  }

  private boolean isWriteDue() {
    HeldWorker holder = held;
    return holder == null
        || holder.checkInterval().isEmpty()
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
      @Nullable CompletableFuture<Void> answer, @Nullable RuntimeException failed) {
    if (answer != null && failed != null) {
      answer.completeExceptionally(failed);
    } else if (answer != null) {
      answer.complete(null);
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
      if (!isInProcess() && !writes.tryAcquire(monotonic.nanoTime())) {
        return null;
      }
      // only after passing the rate limit, because other calls wait for this future
      CompletableFuture<Void> mine = new CompletableFuture<>();
      earlier = pendingRequest.compareAndExchange(null, mine);
      if (earlier == null) {
        if (!isInProcess() || !runInThisThread()) {
          rounds.request();
        }
        return mine;
      }
      if (!isInProcess()) {
        writes.release();
      }
    }
    if (isInProcess()) {
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
    if (last != null && monotonic.nanoTime() - last.at() < PAUSE.toNanos()) {
      return last.cause();
    }
    return phase() == Phase.OPEN ? null : new WorkerSourceException("the worker has been released");
  }

  /** Returns whether the record is in this process, so that writes need no rate limit. */
  boolean isInProcess() {
    HeldWorker holder = held;
    return holder != null && holder.isInProcess();
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

  /** Requests a grant without waiting for it. */
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
    String within = " within maxWait=" + maxWait;
    String why =
        isInProcess()
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
        isInProcess() ? "it could not be extended" : "the store failed: store=" + Log.text(source);
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
   * Releases the worker. If the record is in this process, this happens on the calling thread
   * unless the clock of a call in progress hangs.
   *
   * @param next whether a worker may be acquired again
   * @param wait how long to wait for a call in progress
   * @return a future that completes when the worker is released
   */
  CompletableFuture<@Nullable Void> releaseWorker(Phase next, Duration wait) {
    Tenure ending = tenure.updateAndGet(now -> now.phase() == Phase.CLOSED ? now : now.in(next));
    if (!isInProcess() || !allocator.awaitCalls(wait) || !runInThisThread()) {
      rounds.request();
    }
    return ending.released();
  }

  /** Acquires a worker again after a suspension, retrying if the store fails. */
  void resume() {
    tenure.updateAndGet(
        now ->
            now.phase() == Phase.SUSPENDED
                ? new Tenure(Phase.OPEN, new CompletableFuture<>())
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
    return Optional.ofNullable(grantedAt).map(at -> Duration.ofNanos(monotonic.nanoTime() - at));
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
