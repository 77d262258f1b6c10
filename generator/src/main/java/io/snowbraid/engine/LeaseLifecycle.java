package io.snowbraid.engine;

import io.snowbraid.engine.Lease.Phase;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkersHeldException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Opens and closes a lease: waits for the first grant, and for the release of the worker. A
 * checkpoint of the process suspends the lease.
 */
final class LeaseLifecycle {

  /**
   * The least time that building a generator waits for a store that does not answer: connection
   * pools and databases take almost as long to report a cause.
   */
  static final Duration OPEN_WAIT = Duration.ofSeconds(45);

  /** How long closing waits for the store, or for a call whose clock hangs. */
  static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /**
   * How long closing waits during JVM shutdown, when H2 takes seconds to close and reopen a file.
   */
  private static final Duration EXIT_WAIT = Duration.ofSeconds(10);

  /** How often to retry while all workers are held. */
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

  private final GeneratorConfig config;
  private final MonotonicTime monotonic;
  private final LaneAllocator allocator;
  private final Lease lease;

  LeaseLifecycle(GeneratorConfig config, LaneAllocator allocator, Lease lease) {
    this.config = config;
    this.monotonic = config.monotonicTime();
    this.allocator = allocator;
    this.lease = lease;
  }

  /**
   * Waits for the first grant, unless the store is read-only. On failure, releases the worker
   * within the same time limit.
   *
   * @param startWait how long to wait while all workers are held
   * @throws WaitInterruptedException if the thread is interrupted
   * @throws RuntimeException the source's failure
   */
  void open(Duration startWait) {
    Deadline free = Deadline.after(startWait, monotonic);
    Deadline answer = Deadline.after(Durations.max(OPEN_WAIT, startWait), monotonic);
    boolean isOpened = false;
    try {
      open(free, answer);
      isOpened = true;
    } finally {
      if (!isOpened) { // release a worker that may be held
        close(
            Thread.currentThread().isInterrupted()
                ? Duration.ZERO
                : Durations.min(CLOSE_WAIT, Duration.ofNanos(answer.remainingNanos())));
      }
    }
  }

  private void open(Deadline free, Deadline answer) {
    WorkersHeldException none = tryToOpen(answer);
    if (none != null && !free.limit().isZero()) {
      Log.warn(
          "waiting up to {0} for a free worker: {1}", Durations.text(free.limit()), Log.line(none));
    }
    while (none != null) {
      if (free.isOver()) {
        throw none;
      }
      pause(free);
      none = tryToOpen(answer);
    }
  }

  private void pause(Deadline free) {
    Deadline pause = Deadline.after(RETRY_INTERVAL, monotonic);
    while (!pause.isOver() && !free.isOver()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new WaitInterruptedException("a worker");
      }
      free.awaitSlice(pause.remainingNanos());
    }
  }

  /** Returns null if there is a grant, or if a read-only store prevents one for now. */
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
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  private void awaitFirst(Deadline deadline) throws ExecutionException {
    // one request per second never exceeds the rate limit
    CompletableFuture<Void> answer = Objects.requireNonNull(lease.requestGrant());
    try {
      while (!deadline.awaitSlice(answer)) {
        if (deadline.isOver()) {
          throw lease.storeTimeout(deadline.elapsed());
        }
      }
      answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  /** Closes the generator and releases its worker. */
  void close() {
    close(closeWait());
  }

  private static Duration closeWait() {
    return Log.isEnding() ? EXIT_WAIT : CLOSE_WAIT;
  }

  private void close(Duration wait) {
    allocator.close();
    if (!awaitRelease(Phase.CLOSED, wait) && !wait.isZero()) {
      Log.warnNow(
          "could not release worker "
              + allocator.worker()
              + " of "
              + Log.text(config.workers())
              + " yet: the clock blocks, the store does not answer, or no thread can start"
              + (lease.holdsFixedWorker()
                  ? ""
                  : "; if the process exits first, the worker expires within "
                      + Durations.text(config.horizon())),
          null);
    }
  }

  /** Releases the worker before the process is frozen, so that clones do not share it. */
  void suspendForCheckpoint() {
    if (!suspend()) {
      throw new IllegalStateException(
          "worker could not be released before a checkpoint, because its store does not answer;"
              + " retry");
    }
  }

  /**
   * Releases the worker until {@link Lease#resume}.
   *
   * @return false if the store does not answer; the worker is released when it does
   */
  boolean suspend() {
    return awaitRelease(Phase.SUSPENDED, closeWait());
  }

  /**
   * Waits for the release. An earlier interrupt is kept for later; an interrupt during the wait
   * ends it. Returns false if the worker is not released yet.
   */
  private boolean awaitRelease(Phase phase, Duration wait) {
    boolean interrupted = Thread.interrupted();
    Deadline deadline = Deadline.after(wait, MonotonicTime.SYSTEM);
    CompletableFuture<Void> released = lease.releaseWorker(phase, wait);
    try {
      while (!deadline.awaitSlice(released)) {
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
}
