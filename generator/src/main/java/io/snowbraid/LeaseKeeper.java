package io.snowbraid;

import io.snowbraid.worker.WorkerSourceException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the grant of a generator ahead of its clock: extends it in the background at each third of
 * the horizon, at once when a caller needs it, and takes another worker when this one is lost.
 *
 * <p>Callers never talk to the store themselves: they may hold the only connection of its pool.
 */
final class LeaseKeeper {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How soon after a failure a caller may make the store be asked again. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** How long closing waits for a write that is under way. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final Tenures tenures;
  private final Runs runs;
  private final Announcer announcer;
  private final Scheduler scheduler;
  private final Waiter waiter;
  private final Duration horizon;
  private final ClockJumps jumps;

  /** Held while the store is written to: one write at a time. */
  private final ReentrantLock store = new ReentrantLock();

  private @Nullable Tenure tenure;
  private @Nullable Tenure toldLoss;
  private @Nullable Future<?> next;

  private final AtomicReference<@Nullable CompletableFuture<Void>> asked = new AtomicReference<>();
  private volatile @Nullable Failure failure;
  private volatile boolean active = true;

  /** When the present grant was recorded, by the clock that never steps; null without one. */
  private volatile @Nullable Long grantedAt;

  private record Failure(RuntimeException cause, long at) {}

  LeaseKeeper(
      Snowflake.Builder settings,
      Tenures tenures,
      Tenure first,
      Runs runs,
      Announcer announcer,
      TickClock clock) {
    this.tenures = tenures;
    this.tenure = first;
    this.runs = runs;
    this.announcer = announcer;
    this.scheduler = settings.scheduler;
    this.waiter = settings.waiter;
    this.horizon = settings.horizon;
    this.jumps = new ClockJumps(clock, waiter, announcer);
  }

  /**
   * Gets the first grant, if the worker needs any.
   *
   * @throws WorkerSourceException if the store fails
   */
  void open() {
    store.lock();
    try {
      if (needsGrants()) {
        renew();
        scheduleNext();
      }
    } finally {
      store.unlock();
    }
  }

  private boolean needsGrants() {
    return tenure == null || tenure.lease().isDurable();
  }

  /** Extends the grant, or takes another worker if this one is lost. */
  private void renew() {
    if (tenure == null) {
      tenure = tenures.take();
    }
    if (!extend(tenure)) {
      tellLoss(tenure);
      tenure = tenures.take();
      requireExtended(tenure);
    }
    runs.enter(tenure);
  }

  /** Once, however often no other worker can be had. */
  private void tellLoss(Tenure lost) {
    if (!lost.equals(toldLoss)) {
      toldLoss = lost;
      announcer.lost(lost.worker());
    }
  }

  private void requireExtended(Tenure taken) {
    if (!extend(taken)) {
      throw new WorkerSourceException(
          "worker must be held until its first grant: another took worker=" + taken.worker());
    }
  }

  /** Whether the worker is still held. */
  private boolean extend(Tenure held) {
    long[] ticks = runs.plan(held);
    boolean isHeld = held.lease().extend(ticks);
    if (isHeld) {
      runs.grant(held, ticks);
      grantedAt = waiter.nanoTime();
    }
    return isHeld;
  }

  private void pass() {
    store.lock();
    try {
      if (active && needsGrants()) {
        jumps.look();
        renew();
        failure = null;
        scheduleNext();
      }
    } catch (RuntimeException e) {
      announcer.failed(e, failure == null);
      failure = new Failure(e, waiter.nanoTime());
      scheduleNext();
    } finally {
      store.unlock();
    }
  }

  private void scheduleNext() {
    cancelNext();
    Duration delay = horizon.dividedBy(failure == null ? 3 : 12);
    next = scheduler.schedule(new Pass(new WeakReference<>(this)), delay);
  }

  private void cancelNext() {
    if (next != null) {
      next.cancel(false);
    }
  }

  /** Lets a generator that nobody uses any more be collected; its worker expires by itself. */
  private record Pass(WeakReference<LeaseKeeper> keeper) implements Runnable {

    @Override
    public void run() {
      LeaseKeeper alive = keeper.get();
      if (alive != null) {
        alive.pass();
      }
    }
  }

  /**
   * Waits until the store has been asked for a grant.
   *
   * @param patience how long
   * @throws LeaseLostException if it did not give one
   * @throws WaitInterruptedException if the thread is interrupted
   */
  void await(Duration patience) {
    CompletableFuture<Void> answer = ask();
    try {
      answer.get(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw lost("the store failed: " + e.getMessage(), e);
    } catch (TimeoutException e) {
      throw lost("the store did not answer within maxWait", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  private LeaseLostException lost(String why, Throwable cause) {
    return new LeaseLostException(
        "ids must lie within the grant of worker="
            + runs.worker()
            + ": its horizon is reached, and "
            + why
            + "; ids go on when the store answers again",
        cause);
  }

  /** Callers that ask before an answer begins share it. */
  private CompletableFuture<Void> ask() {
    Failure last = failure;
    if (last != null && waiter.nanoTime() - last.at() < PAUSE.toNanos()) {
      return CompletableFuture.failedFuture(last.cause());
    }
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> earlier = asked.compareAndExchange(null, mine);
    if (earlier != null) {
      return earlier;
    }
    Future<?> unused = scheduler.schedule(() -> answer(mine), Duration.ZERO);
    return mine;
  }

  private void answer(CompletableFuture<Void> question) {
    asked.set(null);
    pass();
    Failure last = failure;
    if (last != null) {
      question.completeExceptionally(last.cause());
    } else if (active) {
      question.complete(null);
    } else {
      question.completeExceptionally(new WorkerSourceException("the worker has been given back"));
    }
  }

  SnowflakeStatus status() {
    return runs.status(
        Optional.ofNullable(grantedAt).map(at -> Duration.ofNanos(waiter.nanoTime() - at)),
        Optional.ofNullable(failure).map(Failure::cause));
  }

  /** Gives the worker back and ends the background work. */
  void close() {
    runs.close();
    boolean isReleased = suspend();
    if (!isReleased) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "worker {0} was not given back, a write is under way; it expires by itself",
          runs.worker());
    }
  }

  /**
   * Gives the worker back until the generator is {@linkplain #resume resumed}.
   *
   * @return false if a write was under way for too long; then ids may still be issued
   */
  boolean suspend() {
    active = false;
    boolean interrupted = Thread.interrupted();
    try {
      boolean isMine = store.tryLock(CLOSE_WAIT.toNanos(), TimeUnit.NANOSECONDS);
      if (isMine) {
        release();
      }
      return isMine;
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void release() {
    try {
      cancelNext();
      Tenure held = tenure;
      if (held != null && held.lease().isDurable()) {
        tenure = null;
        grantedAt = null;
        held.lease().release(runs.withdraw(held));
      }
    } catch (RuntimeException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "worker " + runs.worker() + " was not given back, it expires by itself",
          e);
    } finally {
      store.unlock();
    }
  }

  /** Takes a worker again after {@link #suspend}; tries on if the store fails. */
  void resume() {
    if (runs.isOpen()) {
      active = true;
      pass();
    }
  }
}
