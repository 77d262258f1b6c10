package io.snowbraid.server;

import io.snowbraid.Layout;
import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.connection.StoreFailures.MissingSegmentTableException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.ServerStatus.State;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server as soon as its store can be reached. Without the store there is no grant, so
 * nothing else helps than to try again.
 *
 * <p>One thread starts, and another one may end it at any time.
 */
final class ServerLaunch implements AutoCloseable {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** How long the end waits for an attempt that is under way. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Supplier<Store> store;
  private final Layout layout;
  private final IdServer.Builder settings;
  private final ServerStatus status;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile @Nullable RunningServer running;

  /**
   * Creates a launch.
   *
   * @param store opens the store; tried again if it throws {@link StoreUnreachableException}
   */
  ServerLaunch(
      Supplier<Store> store, Layout layout, IdServer.Builder settings, ServerStatus status) {
    this.store = store;
    this.layout = layout;
    this.settings = settings;
    this.status = status;
  }

  /**
   * Starts the server, however long the store cannot be reached.
   *
   * @return the server; null if the launch was closed before
   */
  @Nullable RunningServer start() throws InterruptedException {
    try {
      RunningServer server = tryUntilItStarts();
      running = server;
      if (server != null) {
        status.change(State.READY, "");
      }
      return server;
    } catch (RuntimeException e) {
      status.change(State.FAILED, explain(e));
      throw e;
    } finally {
      started.countDown();
    }
  }

  private @Nullable RunningServer tryUntilItStarts() throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (ended.getCount() > 0) {
      try {
        return tryOnce(store.get());
      } catch (StoreUnreachableException e) {
        report(e, pause);
      }
      boolean unused = ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      pause = longer(pause);
    }
    return null;
  }

  /** A store that several servers share may have a worker later, or fail only now. */
  private RunningServer tryOnce(Store opened) {
    try {
      return RunningServer.start(opened, layout, settings);
    } catch (NoWorkerAvailableException | WorkerSourceException | SegmentSourceException e) {
      if (opened.isShared() && !isRejection(e)) {
        throw new StoreUnreachableException(text(e), e);
      }
      throw e;
    }
  }

  /** Returns whether the store answers, and will go on answering the same. */
  private static boolean isRejection(RuntimeException failure) {
    return failure instanceof SegmentRejectedException
        || failure instanceof MissingSegmentTableException;
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void report(RuntimeException failure, Duration pause) {
    String text = explain(failure);
    status.change(State.STARTING, text);
    ProcessLog.warn(
        "server cannot start yet: " + text + "; trying again in " + Durations.text(pause));
  }

  /** Returns why something has failed, in one line without secrets. */
  static String explain(Throwable failure) {
    return ErrorText.line(DatabaseAddress.hideSecrets(text(failure)));
  }

  /** Returns the message with those of its causes, as far as they say more. */
  private static String text(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    Throwable cause = failure.getCause();
    while (cause != null) {
      String more = String.valueOf(cause.getMessage());
      if (text.indexOf(more) < 0) {
        text.append(", cause=").append(more);
      }
      cause = cause.getCause();
    }
    return text.toString();
  }

  /** Ends the server, or the attempts to start it. */
  @Override
  public void close() {
    ProcessLog.info("ending: answering what has arrived");
    status.change(State.DRAINING, "");
    ended.countDown();
    try {
      boolean unused = started.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RunningServer server = running;
    if (server != null) {
      server.close();
    }
    ProcessLog.info("ended");
  }
}
