package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs the background work of generators. */
public interface Scheduler {

  /**
   * The scheduler of this process. Its threads are daemons, which end when there is nothing to do.
   */
  Scheduler SHARED = new Shared(BackgroundThreads.POOL);

  /**
   * Runs a task in another thread.
   *
   * @param task what to run; it must not throw
   * @param delay after how long; zero for at once
   * @return the task, which can be cancelled while it waits
   */
  Future<?> schedule(Runnable task, Duration delay);

  /**
   * Creates a scheduler with a limited number of threads; further tasks wait for one.
   *
   * @param threads how many tasks may run at once
   * @return a scheduler whose threads are daemons, which end when there is nothing to do
   */
  static Scheduler bounded(int threads) {
    return new Shared(BackgroundThreads.pool(threads));
  }

  /**
   * A timer, which only hands tasks over, and a pool that runs them. The users limit its size: at
   * any time one thread for each generator and listener, and one for the clock watcher.
   */
  final class Shared implements Scheduler {

    private static final long RETRY_SECONDS = 1;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final Executor pool;

    private Shared(Executor pool) {
      this.pool = pool;
    }

    @Override
    public Future<?> schedule(Runnable task, Duration delay) {
      if (delay.isZero()) {
        handOver(task);
        return CompletableFuture.completedFuture(null);
      }
      long nanos = Math.min(Durations.nanos(delay), Long.MAX_VALUE >> 1);
      return TIMER.schedule(() -> handOver(task), nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs the task in the pool. If no thread can be started now, it is tried again later. */
    private void handOver(Runnable task) {
      try {
        pool.execute(task);
      } catch (OutOfMemoryError e) {
        Future<?> unused = TIMER.schedule(() -> handOver(task), RETRY_SECONDS, TimeUnit.SECONDS);
      }
    }

    private static ScheduledThreadPoolExecutor timer() {
      ScheduledThreadPoolExecutor timer =
          new ScheduledThreadPoolExecutor(1, BackgroundThreads.named("snowbraid-timer-"));
      timer.setRemoveOnCancelPolicy(true);
      timer.setKeepAliveTime(1, TimeUnit.MINUTES);
      timer.allowCoreThreadTimeOut(true);
      return timer;
    }
  }
}
