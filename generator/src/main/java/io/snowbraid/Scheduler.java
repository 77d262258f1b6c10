package io.snowbraid;

import io.snowbraid.internal.BackgroundThreads;
import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs the background work of generators. */
interface Scheduler {

  /**
   * The scheduler of this process. Its threads are daemons, which end when there is nothing to do.
   */
  Scheduler SHARED = new Shared();

  /** Runs a task after a delay, in another thread. The task must not throw. */
  Future<?> schedule(Runnable task, Duration delay);

  /**
   * A timer, which only hands tasks over, and a pool that runs them. The users limit its size: at
   * any time one thread for each generator and listener, and one for the clock watcher.
   */
  final class Shared implements Scheduler {

    private static final long RETRY_SECONDS = 1;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private Shared() {}

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
    private static void handOver(Runnable task) {
      try {
        BackgroundThreads.POOL.execute(task);
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
