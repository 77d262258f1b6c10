package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.Future;

/** Runs background work on other threads. */
public interface Scheduler {

  /**
   * Runs a task on another thread.
   *
   * @param task the task; must not throw
   * @param delay the delay; zero to run at once
   * @return the task, which can be cancelled while it waits. A waiting task is reachable, so a
   *     delayed task should reference its target weakly unless the target must live
   * @throws java.util.concurrent.RejectedExecutionException if no thread can be started for a task
   *     without a delay
   */
  Future<?> schedule(Runnable task, Duration delay);
}
