package io.snowbraid;

import io.snowbraid.LeaseState.Failure;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Requests that application threads make of the lease: a first grant, another grant, the return of
 * the worker.
 *
 * <p>They never talk to the store themselves, because they may hold the only connection of its
 * pool, and the store may hang. They request a round of the {@link RenewalLoop}, and wait for it
 * for a limited time.
 */
final class GrantRequests {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How long after a failure a caller may cause another request to the store. */
  static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * How long building a generator waits for its worker; worker sources have limits of their own.
   */
  private static final Duration OPEN_WAIT = Duration.ofMinutes(2);

  /** How long closing waits for the store. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /**
   * How long closing waits while the process ends: H2 then takes some seconds to close and reopen a
   * file.
   */
  private static final Duration EXIT_WAIT = Duration.ofSeconds(10);

  /** How many writes callers may cause at once; after that, one per interval. */
  private static final int WRITE_BURST = 20;

  private static final Duration WRITE_INTERVAL = Duration.ofSeconds(1);

  /** A request that is never answered; the caller may ask again after a slice. */
  private static final CompletableFuture<Void> TOO_SOON = new CompletableFuture<>();

  private final RenewalLoop loop;
  private final Lifecycle lifecycle;
  private final LeaseState state;
  private final LaneAllocator allocator;
  private final MonotonicTime monotonic;
  private final Object store;
  private final Duration horizon;
  private final RateLimit writes;
  private final RateLimit refreshes;
  private final AtomicReference<@Nullable CompletableFuture<Void>> pending =
      new AtomicReference<>();

  GrantRequests(
      RenewalLoop loop,
      Lifecycle lifecycle,
      LeaseState state,
      LaneAllocator allocator,
      MonotonicTime monotonic,
      Object store,
      Duration horizon) {
    this.horizon = horizon;
    this.loop = loop;
    this.lifecycle = lifecycle;
    this.state = state;
    this.allocator = allocator;
    this.monotonic = monotonic;
    this.store = store;
    long now = monotonic.nanoTime();
    this.writes = new RateLimit(WRITE_BURST, WRITE_INTERVAL, now);
    this.refreshes = new RateLimit(1, WRITE_INTERVAL, now);
  }

  /**
   * Waits for the first grant, unless the store is read-only.
   *
   * @param startWait how long to wait while all workers are held
   * @throws WaitInterruptedException if the thread is interrupted
   * @throws RuntimeException what the source threw
   */
  void open(Duration startWait) {
    long begun = monotonic.nanoTime();
    WorkersHeldException held = tryToOpen();
    if (held != null && !startWait.isZero()) {
      Log.warn(
          "waiting up to {0} for a free worker: {1}", Durations.text(startWait), Log.line(held));
    }
    while (held != null) {
      if (monotonic.nanoTime() - begun >= Durations.nanos(startWait)) {
        throw held;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new WaitInterruptedException("a worker");
      }
      monotonic.await(WRITE_INTERVAL.toNanos());
      held = tryToOpen();
    }
  }

  /**
   * Returns null if there is a grant, or if there cannot be one yet because the store is read-only.
   */
  private @Nullable WorkersHeldException tryToOpen() {
    try {
      if (!isAnswered(ask(true), OPEN_WAIT)) {
        throw unresponsive(store, OPEN_WAIT);
      }
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
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  /** Creates the exception for a store that does not answer. */
  static WorkerSourceException unresponsive(Object store, Duration time) {
    return new WorkerSourceException(
        "worker store has not answered for "
            + Durations.text(time)
            + ": "
            + store
            + "; check the store");
  }

  /** Requests a grant that no caller waits for. */
  void refresh() {
    if (refreshes.tryAcquire(monotonic.nanoTime())) {
      state.wantsWrite = true;
      loop.request();
    }
  }

  /**
   * Waits for a round.
   *
   * @param needsGrant whether a check of the record is not enough
   * @param slice how long to wait
   * @return false if no round ended in that time
   * @throws LeaseLostException if the store did not give a grant
   * @throws GeneratorStoppedException if it never will
   * @throws WaitInterruptedException if the thread is interrupted
   */
  boolean await(boolean needsGrant, Duration slice) {
    try {
      return isAnswered(ask(needsGrant), slice);
    } catch (ExecutionException e) {
      throw lost(needsGrant, "the store failed: " + e.getMessage(), e);
    }
  }

  /** Waits for a round that may take another worker. */
  void awaitOtherWorker(Duration slice) {
    try {
      CompletableFuture<Void> complete = ask(true);
      boolean unused = complete != TOO_SOON && isAnswered(complete, slice);
    } catch (ExecutionException e) { // so there is no other worker
      LOGGER.log(System.Logger.Level.DEBUG, "no other worker is available", e);
    }
  }

  private static boolean isAnswered(Future<?> complete, Duration wait) throws ExecutionException {
    try {
      Object unused = complete.get(Math.max(0, Durations.nanos(wait)), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) { // the caller decides whether to wait longer
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  /**
   * Checks that ids can be issued again.
   *
   * @throws GeneratorStoppedException if they never will be
   */
  void requireRecord() {
    Failure last = state.failure();
    if (last != null && last.isFinal()) {
      throw lost(true, "the store failed: " + last.cause().getMessage(), last.cause());
    }
  }

  /** Creates the exception for a call that got no grant. */
  SnowbraidException lost(boolean needsGrant, String why, @Nullable Throwable cause) {
    String message = rule(needsGrant) + why;
    return state.isFinal()
        ? new GeneratorStoppedException(
            message + "; this generator issues no more ids; build a new one", cause)
        : new LeaseLostException(message + "; ids continue when the store answers again", cause);
  }

  private String rule(boolean needsGrant) {
    if (allocator.worker() == LaneAllocator.NO_WORKER) {
      return "no worker has been leased: ";
    }
    return "cannot issue ids for worker="
        + allocator.worker()
        + (needsGrant ? ": its grant has run out, and " : ": its record must be checked, and ");
  }

  /** Requests a round. Callers that ask before a round begins share its result. */
  private CompletableFuture<Void> ask(boolean needsGrant) {
    Failure last = state.failure();
    if (last != null && (last.isFinal() || monotonic.nanoTime() - last.at() < PAUSE.toNanos())) {
      return CompletableFuture.failedFuture(last.cause());
    }
    if (!lifecycle.isActive()) {
      return CompletableFuture.failedFuture(
          new WorkerSourceException("the worker has been released"));
    }
    if (needsGrant) {
      state.wantsWrite = true;
    }
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> earlier = pending.compareAndExchange(null, mine);
    if (earlier != null) {
      return earlier;
    }
    if (!writes.tryAcquire(monotonic.nanoTime())) {
      boolean unused = pending.compareAndSet(mine, null);
      return TOO_SOON;
    }
    loop.request();
    return mine;
  }

  /**
   * Notes that a round begins, and returns the request that it has to answer; null if there is
   * none.
   */
  @Nullable CompletableFuture<Void> takePending() {
    return pending.getAndSet(null);
  }

  /** Answers a request after its round has ended. */
  static void complete(@Nullable CompletableFuture<Void> request, @Nullable Failure failure) {
    if (request != null && failure != null) {
      request.completeExceptionally(failure.cause());
    } else if (request != null) {
      request.complete(null);
    }
  }

  /** Releases the worker and ends the background work. */
  void close() {
    allocator.close();
    if (!suspend()) {
      Log.warnNow(
          "worker "
              + allocator.worker()
              + " is not released yet, because the store does not answer: "
              + store
              + "; if the process ends first, it expires within "
              + Durations.text(horizon),
          null);
    }
  }

  /**
   * Releases the worker until the generator is {@linkplain #resume resumed}.
   *
   * @return false if the store does not answer; the worker is released when it does
   */
  boolean suspend() {
    boolean interrupted = Thread.interrupted();
    try {
      loop.stop();
      Duration wait = Log.isEnding() ? EXIT_WAIT : CLOSE_WAIT;
      Object unused = loop.stopped().get(wait.toNanos(), TimeUnit.NANOSECONDS);
      state.givenBack();
      return true;
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // this future never fails
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Acquires a worker again after {@link #suspend}; keeps trying if the store fails. */
  void resume() {
    if (lifecycle.isOpen()) {
      state.wantsWrite = true;
      loop.resume();
    }
  }
}
