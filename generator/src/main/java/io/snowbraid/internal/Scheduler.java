package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.Future;

/** Runs the background work of generators. */
public interface Scheduler {

  /**
   * The scheduler of this process. Its users limit how many threads it has: at any time one for
   * each generator and listener, and one for the clock watcher.
   */
  Scheduler SHARED = BackgroundThreads.POOL.scheduler();

  /**
   * Runs a task in another thread. This never throws: if there is no thread for it now, the task
   * waits for one.
   *
   * @param task what to run; it must not throw
   * @param delay after how long; zero for at once
   * @return the task, which can be cancelled while it waits. A task with a delay runs only if this
   *     is still reachable then, so that what waits keeps no application in memory
   */
  Future<?> schedule(Runnable task, Duration delay);

  /** Tries again to get threads for tasks that wait for one. A thread that waits, too, may ask. */
  default void retry() {}

  /**
   * Creates a scheduler with a limited number of threads; further tasks wait for one.
   *
   * @param threads how many tasks may run at once
   * @return a scheduler whose threads are daemons, which end when there is nothing to do
   */
  static Scheduler bounded(int threads) {
    return new BackgroundThreads(threads).scheduler();
  }
}
