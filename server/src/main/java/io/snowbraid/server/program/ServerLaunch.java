package io.snowbraid.server.program;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.connection.StoreFailures.MissingTable;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server as soon as its store is reachable. Without the store there is no grant, so it
 * keeps retrying.
 *
 * <p>One thread starts the server; another thread may close it at any time.
 */
public final class ServerLaunch implements AutoCloseable {

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Supplier<Store> store;
  private final Function<Store, RunningServer> starter;
  private final Duration maxShutdown;
  private final Duration firstPause;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The server once it has started; null if it will not start. */
  private final CompletableFuture<@Nullable RunningServer> started = new CompletableFuture<>();

  /**
   * Creates a launch.
   *
   * @param store opens the store; retried if it throws {@link StoreUnreachableException}
   * @param starter starts a server on the store, which it closes on failure
   * @param maxShutdown how long {@link #close} may take
   */
  public ServerLaunch(
      Supplier<Store> store, Function<Store, RunningServer> starter, Duration maxShutdown) {
    this(store, starter, maxShutdown, Duration.ofSeconds(1));
  }

  /** Creates a launch with another first pause. */
  ServerLaunch(
      Supplier<Store> store,
      Function<Store, RunningServer> starter,
      Duration maxShutdown,
      Duration firstPause) {
    this.store = store;
    this.starter = starter;
    this.maxShutdown = maxShutdown;
    this.firstPause = firstPause;
  }

  /**
   * Starts the server, retrying until the store is reachable.
   *
   * @return the server; null if the launch was closed first
   */
  public @Nullable RunningServer start() throws InterruptedException {
    RunningServer running = null;
    try {
      Duration pause = firstPause;
      while (ended.getCount() > 0 && running == null) {
        try {
          running = tryOnce(store.get());
        } catch (StoreUnreachableException e) {
          ProcessLog.warn(
              "server cannot start yet: %s; retrying in %s"
                  .formatted(explain(e), Durations.text(pause)));
          ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
          pause = next(pause);
        }
      }
      return running;
    } finally {
      started.complete(running);
    }
  }

  /** Returns the pause after a given one: twice as long, up to a limit. */
  static Duration next(Duration pause) {
    return Durations.min(pause.multipliedBy(2), LONGEST_PAUSE);
  }

  /**
   * Tries again if several servers share the store, because a worker may become free, or the store
   * may fail only now.
   */
  private RunningServer tryOnce(Store opened) {
    try {
      return starter.apply(opened);
    } catch (NoWorkerAvailableException | WorkerSourceException | SegmentSourceException e) {
      if (opened.isShared() && !isRejection(e)) {
        throw new StoreUnreachableException(text(e), e);
      }
      throw e;
    }
  }

  /** Returns whether retrying does not help: a table is missing, or has a different layout. */
  private static boolean isRejection(RuntimeException failure) {
    return Causes.of(failure)
        .anyMatch(
            cause ->
                cause instanceof SegmentRejectedException
                    || cause instanceof MissingTable
                    || cause instanceof IllegalArgumentException);
  }

  /** Returns the cause of a failure, in one line without secrets. */
  static String explain(Throwable failure) {
    return ErrorText.line(LogFormat.forOperators(text(failure)));
  }

  private static String text(Throwable failure) {
    return LogFormat.withCauses(String.valueOf(failure.getMessage()), failure);
  }

  /**
   * Shuts the server down, or stops trying to start it. After the time limit, other servers acquire
   * what was not released, as after a crash.
   */
  @Override
  public void close() {
    ended.countDown();
    Executor thread = end -> CallQueue.daemons("snowbraid-server-end").newThread(end).start();
    boolean isInTime =
        started
            .thenApplyAsync(ServerLaunch::end, thread)
            .completeOnTimeout(false, maxShutdown.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    if (!isInTime) {
      ProcessLog.warn(
          "shutdown takes longer than shutdown-timeout="
              + Durations.text(maxShutdown)
              + "; the process exits as after a crash: other servers acquire its slots later, and"
              + " prefetched numbers are lost");
    }
  }

  private static boolean end(@Nullable RunningServer running) {
    if (running != null) {
      ProcessLog.info("shutting down: finishing requests in progress");
      running.close();
      ProcessLog.info("shut down");
    }
    return true;
  }
}
