package io.snowbraid;

import io.snowbraid.internal.BackgroundThreads;
import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs the work that generators have in the background. */
interface Scheduler {

  /** The threads of this process: daemons, which end while there is nothing to do. */
  Scheduler SHARED = new Shared();

  /** Runs a task after a delay, in another thread. The task must not throw. */
  Future<?> schedule(Runnable task, Duration delay);

  /**
   * One timer, which only hands tasks over, and a pool that runs them. Its size is bounded by those
   * who use it: one thread for each generator, listener and clock watch at a time.
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

    /** A process that has no room for a thread now may have it later. */
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
