package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** A scheduler that gets no thread while a test says so. */
public final class ThreadShortage implements Scheduler {

  private final boolean isForgetful;
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
    if (!isShort || !delay.isZero()) {
      return Threads.SHARED.schedule(task, delay);
    }
    if (isForgetful) {
      return new CompletableFuture<>();
    }
    throw new RejectedExecutionException("no thread could be started; stop some");
  }
}
