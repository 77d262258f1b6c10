package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.Future;

/** Runs background work in other threads. */
public interface Scheduler {

  /**
   * Runs a task in another thread.
   *
   * @param task what to run; it must not throw
   * @param delay after how long; zero for at once
   * @return the task, which can be cancelled while it waits. Until then it is reachable, so a task
   *     with a delay holds its target weakly unless that has to live
   * @throws java.util.concurrent.RejectedExecutionException if no thread can be started now for a
   *     task without a delay
   */
  Future<?> schedule(Runnable task, Duration delay);
}
