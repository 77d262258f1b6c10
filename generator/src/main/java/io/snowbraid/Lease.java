package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.internal.Rounds;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.worker.ReadOnlyStoreException;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one generator: which worker it holds, how far its ids are granted, and why not
 * further. It keeps the grant ahead of the clock, and ends it when the worker is lost.
 *
 * <p>It works in <em>rounds</em>, each because somebody asked for one: a timer at each third of the
 * horizon, a call that needs a grant, a clock that jumped. In a round, {@link #decide} says what
 * the next step is, until nothing is left to do. A step acquires a worker, extends its grant,
 * confirms what the store's clock shows, loses the worker, changes it, or releases it. {@link
 * Rounds} runs them, one at a time. Calls for ids never talk to the store themselves, because they
 * may hold the only connection of its pool, and the store may hang. They {@linkplain #ask ask} for
 * a round and wait for it as long as they may. Only a record in this process is written in the
 * calling thread.
 *
 * <p>If the record can be deleted under a running process, as in a directory, each round looks at
 * it, and there is one every second. A look that fails is no answer, and takes nothing from the
 * grant that stands; one that shows the record gone, or another holder's, ends the grant.
 *
 * <p>Only its generator holds this object, and only this object holds what it has scheduled. So a
 * generator that is forgotten can be collected, and its worker expires.
 */
final class Lease implements Rounds.Work, Grants {

  /** How long after a failure a caller may cause another request to the store. */
  static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * How long building a generator waits at least for a store that does not answer: longer than
   * pools and databases take to say why.
   */
  static final Duration OPEN_WAIT = Duration.ofSeconds(45);

  /** How long closing waits for the store, or for a call whose clock hangs. */
  static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /**
   * How long closing waits while the process ends: H2 then takes some seconds to close and reopen a
   * file.
   */
  private static final Duration EXIT_WAIT = Duration.ofSeconds(10);

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

  /** What a round does next. */
  enum Step {
    /** Take a worker. */
    ACQUIRE,
    /** Look whether the record is there. */
    LOOK,
    /** Record the present grant once more, only to see the store's clock. */
    CONFIRM,
    /** Record a further grant. */
    EXTEND,
    /** Take another worker that can issue now, because this one cannot for a long time. */
    CHANGE,
    /** Release the worker. */
    RELEASE,
    /** Nothing. */
    REST
  }

  /**
   * What a step is decided on.
   *
   * @param isStopped whether the record is gone, and no id will be issued any more
   * @param isUnseen whether the record has to be looked at, and was not in this round
   * @param isDone whether this round has recorded a grant, or has to record none
   * @param isBlocked whether all lanes are ahead of the clock, and another worker was not tried
   * @param isJump whether the clock jumped past all that is granted, and the store's was not asked
   */
  record Situation(
      Phase phase,
      boolean isHeld,
      boolean isStopped,
      boolean isUnseen,
      boolean isDone,
      boolean isBlocked,
      boolean isJump) {}

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
  private final EventPublisher events;
  private final long maxWaitTicks;
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

  Lease(GeneratorConfig config, TickClock clock, LaneAllocator allocator, EventPublisher events) {
    this.config = config;
    this.source = config.workers();
    this.clock = clock;
    this.allocator = allocator;
    this.events = events;
    this.monotonic = config.monotonicTime();
    this.acquirer = new WorkerAcquirer(config, clock);
    this.maxWaitTicks = clock.wholeTicks(config.maxWait());
    this.renewInterval = config.horizon().dividedBy(3);
    this.rounds = new Rounds(source, config.scheduler(), this);
    long now = monotonic.nanoTime();
    this.writes = new RateLimit(WRITE_BURST, WRITE_INTERVAL, now);
    this.refreshes = new RateLimit(1, WRITE_INTERVAL, now);
    this.changes = new RateLimit(MAX_CHANGES, CHANGES_PERIOD, now);
  }

  // What a round does

  /** Decides the next step of a round. */
  static Step decide(Situation now) {
    if (now.phase() != Phase.OPEN) {
      return now.isHeld() ? Step.RELEASE : Step.REST;
    }
    if (now.isStopped()) {
      return Step.REST;
    }
    if (now.isHeld() && now.isUnseen()) {
      return Step.LOOK;
    }
    if (now.isDone()) {
      return Step.REST;
    }
    if (!now.isHeld()) {
      return Step.ACQUIRE;
    }
    if (now.isBlocked()) {
      return Step.CHANGE;
    }
    return now.isJump() ? Step.CONFIRM : Step.EXTEND;
  }

  @Override
  public void round() {
    turn.lock();
    try {
      CompletableFuture<Void> answer = asked.getAndSet(null);
      Round round = new Round(answer != null || isWriteDue());
      try {
        failure = renew(round);
        scheduleNext();
      } finally { // also if no thread can be had for the next
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

  /** One round: takes steps until nothing is left to do. */
  private final class Round {

    /** Whether a grant has to be recorded; if not, there is only a look. */
    private boolean isDue;

    private boolean isDone;
    private boolean hasLooked;
    private boolean isNew;
    private boolean wasConfirmed;
    private boolean wasChangeTried;
    private @Nullable GrantPlan plan;

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
      if (phase() == Phase.OPEN && stopped == null) {
        events.jumped(allocator.takeJump());
      }
      for (Step step = decide(situation()); step != Step.REST; step = decide(situation())) {
        take(step);
      }
    }

    private Situation situation() {
      HeldWorker holder = held;
      Phase present = phase();
      boolean isStopped = stopped != null;
      GrantPlan next =
          holder == null || present != Phase.OPEN || isStopped || isDone || !isDue
              ? null
              : plan(holder);
      return new Situation(
          present,
          holder != null,
          isStopped,
          holder != null && !hasLooked && !isNew && holder.lookInterval().isPresent(),
          isDone || !isDue,
          next != null && isBlocked(next),
          next != null && holder != null && isJump(next, holder));
    }

    private GrantPlan plan(HeldWorker holder) {
      GrantPlan present = plan == null ? allocator.plan(holder.lanes()) : plan;
      plan = present;
      return present;
    }

    /** If a call may wait for the clock, the worker is kept. */
    private boolean isBlocked(GrantPlan next) {
      return config.switchesTimelines()
          && !isInProcess() // a fixed number cannot be exchanged
          && !wasChangeTried
          && next.blocked() != null
          && next.blocked().ticks() > maxWaitTicks;
    }

    private boolean isJump(GrantPlan next, HeldWorker holder) {
      return !wasConfirmed && next.forwardJump() > 0 && holder.lease().storeTime().isPresent();
    }

    private void take(Step step) {
      HeldWorker holder = held;
      if (step == Step.ACQUIRE) {
        acquire();
      } else if (step == Step.RELEASE) {
        release();
      } else if (holder != null && step == Step.LOOK) {
        look(holder);
      } else if (holder != null && step == Step.CHANGE) {
        change(holder);
      } else if (holder != null && step == Step.CONFIRM) {
        confirm(holder);
      } else if (holder != null && step == Step.EXTEND) {
        extend(holder);
      }
    }

    private void acquire() {
      HeldWorker acquired = askStore(() -> acquirer.take(0));
      orRelease(acquired, () -> allocator.carryOver(acquired.lanes()));
      held = acquired;
      isNew = true;
    }

    /**
     * Prepares a worker that was just taken; it must not stay held if its clock fails, or all else.
     */
    private void orRelease(HeldWorker taken, Runnable preparation) {
      try {
        preparation.run();
      } catch (Throwable e) {
        release(taken, taken.lanes().lastTicks());
        throw e;
      }
    }

    /** A look that fails is no answer, and postpones no write. */
    private void look(HeldWorker holder) {
      hasLooked = true;
      plan = null; // a look takes time, which the next grant must not miss
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

    private void extend(HeldWorker holder) {
      GrantPlan next = plan(holder);
      plan = null;
      if (write(holder, next.ticks())) {
        isDone = true;
      }
    }

    /** If the store's clock denies a jump of this clock, it is not believed for a while. */
    private void confirm(HeldWorker holder) {
      long jump = plan(holder).forwardJump();
      plan = null;
      wasConfirmed = true;
      long[] recorded = allocator.recorded(holder.lanes());
      if (askStore(() -> holder.lease().extend(recorded))) {
        if (isDenied(holder)) {
          allocator.doubt();
          events.doubted(jump);
        }
      } else {
        takenByAnother(holder);
      }
    }

    /** Records a grant and allows it. Returns false if another holder has the worker. */
    private boolean write(HeldWorker holder, long[] granted) {
      long begun = monotonic.nanoTime();
      boolean isHeld = askStore(() -> holder.lease().extend(granted));
      if (isHeld) {
        granted(holder, granted, begun);
      } else {
        takenByAnother(holder);
      }
      return isHeld;
    }

    private void takenByAnother(HeldWorker holder) {
      allocator.stop(holder); // before anything else happens
      held = null;
      plan = null;
      isDue = true;
      holder.forget();
      events.lost(holder.worker());
      if (isNew) {
        throw new WorkerSourceException(
            "worker was taken by another holder before its first grant: worker="
                + holder.worker()
                + ", source="
                + source
                + "; it is tried again");
      }
    }

    /** If no worker is to be had, or the store fails, the present one is kept, and extended. */
    private void change(HeldWorker holder) {
      wasChangeTried = true;
      if (!changes.tryAcquire(monotonic.nanoTime())) {
        return;
      }
      if (tryAnother()) {
        isDone = true;
        events.changed(holder.worker(), held == null ? holder.worker() : held.worker());
        release(holder, allocator.revoke(holder));
      } else {
        changes.release(); // nothing was used up
      }
    }

    private boolean tryAnother() {
      try {
        HeldWorker better =
            askStore(() -> acquirer.take(config.layout().workers() / REQUIRED_FREE_FRACTION));
        return continueWith(better);
      } catch (WorkersHeldException e) {
        LOGGER.log(System.Logger.Level.DEBUG, "no other worker is available", e);
      } catch (Throwable e) { // callers may wait until the store answers
        notChanged = asRuntimeException(e);
      }
      return false;
    }

    /**
     * Continues with a worker that can issue now and whose first grant is recorded; or releases it.
     */
    private boolean continueWith(HeldWorker better) {
      boolean isTaken = false;
      try {
        isTaken = allocator.canIssueOn(better.lanes(), clock.read()) && writeFirstGrant(better);
        return isTaken;
      } finally {
        if (!isTaken) {
          release(better, better.lanes().lastTicks());
        }
      }
    }

    private boolean writeFirstGrant(HeldWorker better) {
      long begun = monotonic.nanoTime();
      long[] first = allocator.plan(better.lanes()).ticks();
      if (!askStore(() -> better.lease().extend(first))) {
        return false;
      }
      held = better;
      granted(better, first, begun);
      return true;
    }
  }

  private void granted(HeldWorker holder, long[] granted, long begun) {
    allocator.grant(holder, granted);
    warnings = holder.lease().warnings();
    grantedAt = begun; // the grant counts from there
    if (!allocator.isDoubting()) {
      holder.lease().storeTime().ifPresent(this::compareClocks);
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
    boolean isFirst = failure == null && grantedAt != null;
    if (cause instanceof WorkerRecordLostException gone) {
      stop(gone, holder);
    } else if (cause instanceof WorkerRecordHiddenException && holder != null) {
      allocator.revoke(holder);
      grantedAt = null;
    }
    events.failed(cause, isFirst, stopped != null, source);
    return new Failure(cause, monotonic.nanoTime());
  }

  private RuntimeException asRuntimeException(Throwable e) {
    return e instanceof RuntimeException exception
        ? exception
        : new WorkerSourceException("worker store failed: " + e + ", source=" + source, e);
  }

  /** Ends the generator, whose record is gone. */
  private void stop(WorkerRecordLostException gone, @Nullable HeldWorker holder) {
    stopped = gone;
    if (holder != null) {
      allocator.stop(holder);
      held = null;
      holder.forget();
    }
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
    rounds.requestAfter(longer(PAUSE, Durations.min(look, next)));
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
      writes.release();
    }
    if (isInProcess()) {
      runHere(); // the round that was requested may still wait for a thread
    }
    return earlier;
  }

  /** Returns why there is no need to ask the store now; null if there is. */
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
  private boolean isInProcess() {
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

  /** Requests a grant that is recorded after this call. */
  void request() {
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

  private static RuntimeException cause(ExecutionException e) {
    return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
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
            : "the store did not answer" + within + ": store=" + source;
    return expired(why, last == null ? null : last.cause());
  }

  @Override
  public SnowbraidException refused(Throwable cause) {
    if (cause instanceof WorkerRecordLostException) {
      return new GeneratorStoppedException("no more ids are issued: " + Log.text(cause), cause);
    }
    if (cause instanceof WorkerRecordHiddenException) {
      return new LeaseExpiredException("no ids are issued now: " + Log.text(cause), cause);
    }
    String what = isInProcess() ? "it could not be extended" : "the store failed: store=" + source;
    return expired(what + ", " + cause.getClass().getName() + ": " + Log.text(cause), cause);
  }

  private LeaseExpiredException expired(String why, @Nullable Throwable cause) {
    int worker = allocator.worker();
    String what =
        worker == LaneAllocator.NO_WORKER
            ? "no worker has been leased: "
            : "cannot issue ids for worker=" + worker + ": its grant has run out, and ";
    return new LeaseExpiredException(what + why + "; ids continue when a grant is recorded", cause);
  }

  // Beginning and end

  /**
   * Waits for the first grant, unless the store is read-only. If there is none, the worker is
   * released, within the same limit.
   *
   * @param startWait how long to wait while all workers are held
   * @throws WaitInterruptedException if the thread is interrupted
   * @throws RuntimeException what the source threw
   */
  void open(Duration startWait) {
    Deadline free = Deadline.after(startWait, monotonic);
    Deadline answer = Deadline.after(longer(startWait, OPEN_WAIT), monotonic);
    boolean isOpened = false;
    try {
      open(startWait, free, answer);
      isOpened = true;
    } finally {
      if (!isOpened) { // release whatever is held
        close(
            Thread.currentThread().isInterrupted()
                ? Duration.ZERO
                : Durations.min(CLOSE_WAIT, Duration.ofNanos(answer.remainingNanos())));
      }
    }
  }

  private void open(Duration startWait, Deadline free, Deadline answer) {
    WorkersHeldException none = tryToOpen(answer);
    if (none != null && !startWait.isZero()) {
      Log.warn(
          "waiting up to {0} for a free worker: {1}", Durations.text(startWait), Log.line(none));
    }
    while (none != null) {
      if (free.isOver()) {
        throw none;
      }
      pause(free);
      none = tryToOpen(answer);
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private void pause(Deadline free) {
    Deadline pause = Deadline.after(WRITE_INTERVAL, monotonic);
    while (!pause.isOver() && !free.isOver()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new WaitInterruptedException("a worker");
      }
      free.awaitSlice(pause.remainingNanos());
    }
  }

  /**
   * Returns null if there is a grant, or if there cannot be one yet because the store is read-only.
   */
  private @Nullable WorkersHeldException tryToOpen(Deadline answer) {
    try {
      awaitFirst(answer);
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WorkersHeldException held) {
        return held;
      }
      if (e.getCause() instanceof ReadOnlyStoreException readOnly) {
        Log.warn(
            "no ids can be issued until the worker store accepts writes: {0}", Log.line(readOnly));
        return null;
      }
      throw cause(e);
    }
  }

  private void awaitFirst(Deadline deadline) throws ExecutionException {
    CompletableFuture<Void> answer = ask();
    try {
      while (answer == null || !deadline.awaitSlice(answer)) {
        if (deadline.isOver()) {
          throw silent(deadline.elapsed());
        }
        if (answer == null) {
          deadline.awaitSlice();
          answer = ask();
        }
      }
      answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  /** Creates the exception for a store that does not answer. */
  private WorkerSourceException silent(Duration time) {
    return new WorkerSourceException(
        "worker store has not answered for "
            + Durations.text(time)
            + ": "
            + source
            + "; check the store");
  }

  /** Releases the worker and ends the background work. */
  void close() {
    close(closeWait());
  }

  private static Duration closeWait() {
    return Log.isEnding() ? EXIT_WAIT : CLOSE_WAIT;
  }

  private void close(Duration wait) {
    tenure.updateAndGet(now -> now.in(Phase.CLOSED));
    allocator.close();
    if (!suspend(wait) && !wait.isZero()) {
      Log.warnNow(
          "could not release worker "
              + allocator.worker()
              + " yet: the clock blocks, or the store does not answer, "
              + source
              + (isInProcess()
                  ? ""
                  : "; if the process ends first, it expires within "
                      + Durations.text(config.horizon())),
          null);
    }
  }

  /**
   * Releases the worker until the generator is {@linkplain #resume resumed}.
   *
   * @return false if the store does not answer; the worker is released when it does
   */
  boolean suspend() {
    return suspend(closeWait());
  }

  /** Releases the worker before the process is frozen: clones must not hold the same one. */
  void suspendForCheckpoint() {
    if (!suspend()) {
      throw new IllegalStateException(
          "worker could not be released before a checkpoint: its store does not answer; try"
              + " again");
    }
  }

  private boolean suspend(Duration wait) {
    Tenure ending =
        tenure.updateAndGet(now -> now.phase() == Phase.OPEN ? now.in(Phase.SUSPENDED) : now);
    boolean interrupted = Thread.interrupted();
    Deadline deadline = Deadline.after(wait, MonotonicTime.SYSTEM);
    if (!isInProcess() || !allocator.awaitCalls(wait) || !runHere()) {
      rounds.request();
    }
    try {
      while (!deadline.awaitSlice(ending.released())) {
        if (deadline.isOver()) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Acquires a worker again after {@link #suspend}; keeps trying if the store fails. */
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
