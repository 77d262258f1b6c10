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
 * The lease of one generator: which worker it holds, how far its ids are granted, and why not
 * further. It keeps the grant ahead of the clock, and ends it when the worker is lost.
 *
 * <p>It works in {@linkplain Round rounds}, one at a time. Each is run because something requested
 * it:
 *
 * <pre>
 * what requests it              why                               by        how often
 * ----------------------------  --------------------------------  --------  ---------------------
 * opening                       the first grant                   ask       20 at once, then one a
 *                                                                           second; none for 0.1 s
 *                                                                           after a failed round
 * a call without a grant        it cannot go on                   ask       the same
 * a call with all lanes ahead   another worker may go on          ask       the same
 * a call that sees the clock    a successor or a clone should     refresh   one a second
 *   jump, or switches lanes     find it in the record
 * a call past the layout's end  the store's clock may deny that   refresh   the same
 * a timer                       the next grant                    itself    each third of the
 *                                                                           horizon; each twelfth
 *                                                                           after a failed round
 * a timer                       a look at a record that can go,   itself    as its source says:
 *                               as in a directory                           each second
 * closing, suspending           the worker has to be released     end       each time
 * resuming                      a worker is needed again          resume    each time
 * </pre>
 *
 * <p>Rounds run in the background, and calls wait for them as long as they may: a call may hold the
 * only connection of the store's pool, and the store may hang. Only a record in this process is
 * written in the calling thread, and as often as calls ask.
 *
 * <p>Only its generator holds this object, and only this object holds what it has scheduled. So a
 * generator that is forgotten can be collected, and its worker expires.
 */
final class Lease implements Rounds.Work, Grants {

  /** How long after a failure a caller may cause another request to the store. */
  static final Duration PAUSE = Duration.ofMillis(100);

  /** A call to the store that takes longer is reported as its failure. */
  private static final Duration STORE_WAIT = Duration.ofSeconds(12);

  /** How many writes callers may cause at once; after that, one per interval. */
  private static final int WRITE_BURST = 20;

  private static final Duration WRITE_INTERVAL = Duration.ofSeconds(1);

  /** How often the worker may be changed, so that a wrong clock cannot use up the namespace. */
  private static final int MAX_CHANGES = 2;

  private static final Duration CHANGES_PERIOD = Duration.ofHours(1);

  /** One worker in this many has to stay free after a change. */
  private static final int REQUIRED_FREE_FRACTION = 4;

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Whether a generator may hold a worker. */
  enum Phase {
    /** Holds a worker, or takes one. */
    OPEN,
    /** Holds none for now: its process is being frozen into an image. */
    SUSPENDED,
    /** Never holds one again. */
    CLOSED
  }

  /**
   * Whether a worker may be held, and what is complete when none is held any more. They change
   * together: a release that is late must not look like that of a later suspension.
   */
  private record Tenure(Phase phase, CompletableFuture<@Nullable Void> released) {

    Tenure in(Phase next) {
      return new Tenure(next, released);
    }
  }

  /** Why the last round failed, and when, by the steady clock. */
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

  /** Held during a round, whoever runs it. */
  private final ReentrantLock turn = new ReentrantLock();

  private final AtomicReference<Tenure> tenure =
      new AtomicReference<>(new Tenure(Phase.OPEN, new CompletableFuture<>()));

  private final AtomicReference<@Nullable CompletableFuture<Void>> asked = new AtomicReference<>();

  /** The worker; written in rounds only. */
  private volatile @Nullable HeldWorker held;

  /** When the present grant was recorded, by the steady clock; null without one. */
  private volatile @Nullable Long grantedAt;

  /** Why the last round failed; null if it did not. */
  private volatile @Nullable Failure failure;

  /** Why the last look at the record failed; null if it did not. */
  private volatile @Nullable RuntimeException unseen;

  /** Why no id will be issued any more; null if ids may be. */
  private volatile @Nullable WorkerRecordLostException stopped;

  /** Since when the store has been asked; null if it is not. */
  private volatile @Nullable Long askedStoreAt;

  private volatile List<String> warnings = List.of();

  /** By how much the clock is ahead of the store's, while nothing contradicted it. */
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

  // What a round does

  @Override
  public void round() {
    turn.lock();
    try {
      CompletableFuture<Void> answer = asked.getAndSet(null);
      Round round = new Round(answer != null || isWriteDue());
      try {
        failure = renew(round);
      } finally { // whatever happens, there is another round, and no caller waits in vain
        scheduleNext();
        complete(answer, round.answer());
      }
    } finally {
      turn.unlock();
    }
  }

  private Tenure tenure() {
    return Objects.requireNonNull(tenure.get());
  }

  private Phase phase() {
    return tenure().phase();
  }

  /** Returns why the round failed; null if it did not. */
  private @Nullable Failure renew(Round round) {
    Failure last;
    try {
      round.run();
      last = round.isDue ? null : failure; // a look does not say whether a write would succeed
    } catch (Throwable e) { // there must be another round, whatever a store or a clock throws
      last = failed(e);
    }
    if (phase() != Phase.OPEN) { // also if a step failed
      release();
    }
    return last;
  }

  /**
   * One round: looks at the record, takes a worker if there is none, and records a grant. If
   * another holder turns out to have the worker, another one is taken.
   */
  private final class Round {

    /** Whether a grant has to be recorded; if not, there is only a look. */
    private boolean isDue;

    private boolean isNew;

    /** Why another worker could not be asked for; null if the store said whether there is one. */
    private @Nullable RuntimeException notChanged;

    Round(boolean isDue) {
      this.isDue = isDue;
    }

    /**
     * Returns what callers have to know: why the round failed, or why it did not look for another
     * worker; null if it did all that was wanted.
     */
    @Nullable RuntimeException answer() {
      Failure last = failure;
      return last == null ? notChanged : last.cause();
    }

    void run() {
      if (!mayHold()) {
        return;
      }
      Duration jump = allocator.takeJump();
      if (!jump.isZero()) {
        events.jumped(jump);
      }
      HeldWorker holder = held;
      if (holder != null && holder.lookInterval().isPresent()) {
        look(holder);
      }
      boolean isDone = !isDue;
      while (!isDone && mayHold()) {
        holder = held;
        if (holder == null) {
          acquire();
        } else {
          isDone = record(holder);
        }
      }
    }

    private boolean mayHold() {
      return phase() == Phase.OPEN && stopped == null;
    }

    /**
     * Records a grant, for another worker if this one cannot issue for a long time. Returns false
     * if another holder has the worker.
     */
    private boolean record(HeldWorker holder) {
      GrantPlan plan = allocator.plan(holder.lanes());
      if (plan.forwardJump() > 0 && holder.lease().storeTime().isPresent()) {
        if (!confirm(holder, plan.forwardJump())) {
          return false;
        }
        plan = allocator.plan(holder.lanes());
      }
      return (isBlocked(plan) && change(holder)) || extend(holder, plan.ticks());
    }

    /** Returns whether no lane is free before a call has to fail. */
    private boolean isBlocked(GrantPlan plan) {
      return switchesTimelines
          && !isInProcess() // a fixed number cannot be exchanged
          && plan.blocked() != null
          && plan.blocked().ticks() > maxWaitTicks;
    }

    private void acquire() {
      HeldWorker acquired = askStore(() -> acquirer.take(0));
      try {
        allocator.carryOver(acquired.lanes());
      } catch (Throwable e) { // it must not stay held if the clock fails, or all else
        release(acquired, acquired.lanes().lastTicks());
        throw e;
      }
      held = acquired;
      isNew = true;
    }

    /**
     * A look that fails is no answer: it takes nothing from the grant that stands, and postpones no
     * write.
     */
    private void look(HeldWorker holder) {
      try {
        if (!askStore(holder.lease()::isHeld)) {
          takenByAnother(holder);
        }
        unseen = null;
      } catch (WorkerRecordLostException e) {
        throw e;
      } catch (Throwable e) {
        unseen = asRuntimeException(e);
      }
    }

    /**
     * Records the present grant once more, only to see the store's clock. If that denies a jump of
     * this clock, it is not believed for a while. Returns false if another holder has the worker.
     */
    private boolean confirm(HeldWorker holder, long jump) {
      long[] recorded = allocator.recorded(holder.lanes());
      boolean isHeld = write(holder, recorded);
      if (isHeld && isDenied(holder)) {
        allocator.doubt();
        events.doubted(jump);
      }
      return isHeld;
    }

    /** Records a grant and allows it. Returns false if another holder has the worker. */
    private boolean extend(HeldWorker holder, long[] granted) {
      long begun = monotonic.nanoTime();
      boolean isHeld = write(holder, granted);
      if (isHeld) {
        allow(holder, granted, begun);
      }
      return isHeld;
    }

    private boolean write(HeldWorker holder, long[] ticks) {
      boolean isHeld = askStore(() -> holder.lease().extend(ticks));
      if (!isHeld) {
        takenByAnother(holder);
      }
      return isHeld;
    }

    private void takenByAnother(HeldWorker holder) {
      lose(holder); // before anything else happens
      isDue = true;
      events.lost(holder.worker());
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
     * Takes another worker, whose first grant is recorded. Returns false if none is to be had, or
     * if the store fails: then the present one is kept.
     */
    private boolean change(HeldWorker holder) {
      if (!changes.tryAcquire(monotonic.nanoTime())) {
        return false;
      }
      HeldWorker better = another();
      if (better == null) {
        changes.release(); // nothing was used up
        return false;
      }
      events.changed(holder.worker(), better.worker());
      release(holder, allocator.revoke(holder));
      return true;
    }

    private @Nullable HeldWorker another() {
      try {
        HeldWorker better =
            askStore(() -> acquirer.take(config.layout().workers() / REQUIRED_FREE_FRACTION));
        return continueWith(better) ? better : null;
      } catch (WorkersHeldException e) {
        LOGGER.log(System.Logger.Level.DEBUG, "no other worker is available", e);
      } catch (Throwable e) { // callers may wait until the store answers
        notChanged = asRuntimeException(e);
      }
      return null;
    }

    /**
     * Continues with a worker that can issue now and whose first grant is recorded; or releases it.
     */
    private boolean continueWith(HeldWorker better) {
      try {
        if (allocator.canIssueOn(better.lanes(), clock.read())) {
          long begun = monotonic.nanoTime();
          long[] first = allocator.plan(better.lanes()).ticks();
          if (askStore(() -> better.lease().extend(first))) {
            allow(better, first, begun);
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

  /** Allows a grant that is recorded. What its lease says is read first, because it may throw. */
  private void allow(HeldWorker holder, long[] granted, long begun) {
    List<String> warned = holder.lease().warnings();
    Optional<Instant> storeTime = holder.lease().storeTime();
    held = holder;
    allocator.grant(holder, granted);
    warnings = warned;
    grantedAt = begun; // the grant counts from there
    if (!allocator.isDoubting()) {
      storeTime.ifPresent(this::compareClocks);
    }
  }

  /** If the clock fails, the difference stays as it was: the grant counts all the same. */
  private void compareClocks(Instant storeTime) {
    try {
      clockOffset = Duration.between(storeTime, clock.now());
    } catch (ClockFailedException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "clock cannot be compared with the store's", e);
    }
  }

  /**
   * Returns whether the clock moved much further than the store's since nothing contradicted it. A
   * machine that slept agrees with the store, and a constant difference is no jump.
   */
  private boolean isDenied(HeldWorker holder) {
    Duration offset = clockOffset;
    return offset != null
        && holder
            .lease()
            .storeTime()
            .map(time -> Duration.between(time, clock.now()).minus(offset))
            .filter(moved -> moved.compareTo(TrustedClock.TOLERANCE) > 0)
            .isPresent();
  }

  private <T> T askStore(Supplier<T> call) {
    askedStoreAt = monotonic.nanoTime();
    try {
      return call.get();
    } finally {
      askedStoreAt = null;
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
    events.failed(cause, isFirst, stopped != null);
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
                + Log.text(e),
            e);
  }

  /** Ends the generator, whose record is gone. */
  private void stop(WorkerRecordLostException gone, @Nullable HeldWorker holder) {
    stopped = gone;
    if (holder != null) {
      lose(holder);
    }
  }

  /** Ends the grant of a worker that is no longer this holder's. */
  private void lose(HeldWorker holder) {
    allocator.revoke(holder);
    held = null;
    grantedAt = null;
    holder.forget();
  }

  /** Releases the worker, or what a round that failed has left of it. */
  private void release() {
    Tenure ended = tenure();
    rounds.cancelNext();
    HeldWorker last = held;
    held = null;
    if (last != null) {
      release(last, allocator.revoke(last));
    }
    grantedAt = null;
    if (ended.phase() != Phase.OPEN) { // otherwise it was resumed meanwhile
      ended.released().complete(null);
    }
  }

  /** Releases a worker. If the store fails, the worker expires by itself. */
  private void release(HeldWorker last, long[] lastTicks) {
    try {
      last.release(lastTicks);
    } catch (Throwable e) { // whatever the store throws, the worker is no longer used
      String message =
          "could not release worker "
              + last.worker()
              + "; it expires within "
              + Durations.text(config.horizon());
      if (e instanceof WorkerSourceException) { // its message says all, also at a failed start
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
    Duration look = holder == null ? next : holder.lookInterval().orElse(next);
    rounds.requestAfter(Durations.max(PAUSE, Durations.min(look, next)));
  }

  private boolean isWriteDue() {
    HeldWorker holder = held;
    return holder == null
        || holder.lookInterval().isEmpty()
        || untilWrite().compareTo(Duration.ZERO) <= 0;
  }

  /** Returns after how long the next grant has to be recorded; not positive if now. */
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

  // What calls ask for

  @Override
  public @Nullable CompletableFuture<Void> ask() {
    RuntimeException known = knownFailure();
    if (known != null) {
      return CompletableFuture.failedFuture(known);
    }
    CompletableFuture<Void> earlier = asked.get();
    if (earlier == null) {
      if (!isInProcess() && !writes.tryAcquire(monotonic.nanoTime())) {
        return null;
      }
      // only with the right to a round, because others wait for the same answer
      CompletableFuture<Void> mine = new CompletableFuture<>();
      earlier = asked.compareAndExchange(null, mine);
      if (earlier == null) {
        if (!isInProcess() || !runHere()) {
          rounds.request();
        }
        return mine;
      }
      if (!isInProcess()) {
        writes.release();
      }
    }
    if (isInProcess()) {
      runHere(); // the round that was requested may still wait for a thread
    }
    return earlier;
  }

  /** Returns why it would be pointless to ask the store now; null if it is not. */
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

  /**
   * Returns whether the record is in this process, so that nothing limits how often it is written.
   */
  boolean isInProcess() {
    HeldWorker holder = held;
    return holder != null && holder.isInProcess();
  }

  /** Runs a round in this thread, unless another thread runs one. */
  private boolean runHere() {
    if (!turn.tryLock()) {
      return false;
    }
    try {
      round();
      return true;
    } finally {
      turn.unlock();
    }
  }

  /** Asks for a grant that no caller waits for. */
  void refresh() {
    if (refreshes.tryAcquire(monotonic.nanoTime())) {
      request();
    }
  }

  /** Requests a grant that is recorded after this call, whoever waits for it. */
  private void request() {
    if (asked.compareAndSet(null, new CompletableFuture<>())) {
      rounds.request();
    }
  }

  @Override
  public void rejected(RejectedExecutionException cause) {
    complete(
        asked.getAndSet(null),
        new WorkerSourceException(String.valueOf(cause.getMessage()), cause));
  }

  /**
   * Checks that ids can be issued again.
   *
   * @throws GeneratorStoppedException if they never will be
   */
  void requireRecord() {
    if (stopped != null) {
      throw refused(stopped);
    }
  }

  @Override
  public SnowbraidException unanswered(Duration maxWait) {
    Failure last = failure;
    String within = " within maxWait=" + maxWait;
    String why =
        isInProcess()
            ? "no thread was free" + within
            : "the store did not answer" + within + ": store=" + Log.text(source);
    return expired(why, last == null ? null : last.cause());
  }

  @Override
  public SnowbraidException refused(Throwable cause) {
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
  WorkerSourceException silent(Duration time) {
    return new WorkerSourceException(
        "worker store has not answered for "
            + Durations.text(time)
            + " ("
            + Log.text(source)
            + "); check the store");
  }

  // Beginning and end

  /**
   * Releases the worker. A record in this process is released in this thread, unless a call is
   * under way whose clock hangs.
   *
   * @param next whether the worker can be taken again
   * @param wait how long to wait for a call that is under way
   * @return is complete when the worker is released
   */
  CompletableFuture<@Nullable Void> end(Phase next, Duration wait) {
    Tenure ending = tenure.updateAndGet(now -> now.phase() == Phase.CLOSED ? now : now.in(next));
    if (!isInProcess() || !allocator.awaitCalls(wait) || !runHere()) {
      rounds.request();
    }
    return ending.released();
  }

  /** Takes a worker again after a suspension; keeps trying if the store fails. */
  void resume() {
    tenure.updateAndGet(
        now ->
            now.phase() == Phase.SUSPENDED
                ? new Tenure(Phase.OPEN, new CompletableFuture<>())
                : now);
    request();
  }

  boolean isOpen() {
    return phase() != Phase.CLOSED;
  }

  // What the status shows

  /** Returns whether the record is gone, so that no id will be issued any more. */
  boolean isStopped() {
    return stopped != null;
  }

  /** Returns the warnings of the worker source about the present worker. */
  List<String> warnings() {
    return warnings;
  }

  /** Returns the age of the present grant; empty if there is none. */
  Optional<Duration> grantAge() {
    return Optional.ofNullable(grantedAt).map(at -> Duration.ofNanos(monotonic.nanoTime() - at));
  }

  /** Returns why the store failed, or that it has not answered for a long time. */
  Optional<RuntimeException> storeFailure() {
    Long since = askedStoreAt;
    long taken = since == null ? 0 : monotonic.nanoTime() - since;
    if (taken > STORE_WAIT.toNanos()) {
      return Optional.of(silent(Duration.ofNanos(taken)));
    }
    return Optional.<RuntimeException>ofNullable(stopped)
        .or(() -> Optional.ofNullable(failure).map(Failure::cause))
        .or(() -> Optional.ofNullable(unseen));
  }
}
