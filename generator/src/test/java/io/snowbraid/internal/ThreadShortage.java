package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;

/** A scheduler that gets no thread while a test says so. */
public final class ThreadShortage implements Scheduler {

  private final boolean isForgetful;

  /** This object's own user, and each task that has a thread. */
  private final Phaser running = new Phaser(1);

  private volatile boolean isShort;

  /**
   * Creates a scheduler.
   *
   * @param isForgetful whether it forgets tasks without a thread instead of rejecting them: then it
   *     is a broken one
   */
  public ThreadShortage(boolean isForgetful) {
    this.isForgetful = isForgetful;
  }

  /** Begins a shortage, or ends it. */
  public void set(boolean isShort) {
    this.isShort = isShort;
  }

  @Override
  public Future<?> schedule(Runnable task, Duration delay) {
    if (!delay.isZero()) {
      return Threads.SHARED.schedule(task, delay);
    }
    if (!isShort) {
      running.register();
      return Threads.SHARED.schedule(() -> run(task), delay);
    }
    if (isForgetful) {
      return new CompletableFuture<>();
    }
    throw new RejectedExecutionException("no thread could be started; stop some");
  }

  private void run(Runnable task) {
    try {
      task.run();
    } finally {
      running.arriveAndDeregister();
    }
  }

  /** Waits until no task runs, which would do what is requested meanwhile without a new thread. */
  public void awaitIdle() {
    running.arriveAndAwaitAdvance();
  }
}
