package io.snowbraid;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs the work that generators have with their stores. */
interface Scheduler {

  /** One daemon thread for all generators of this process; it ends while there are none. */
  Scheduler SHARED =
      (task, delay) -> SharedThread.POOL.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);

  /** Runs a task after a delay, in another thread. */
  Future<?> schedule(Runnable task, Duration delay);

  /** Made when the first generator needs it. */
  final class SharedThread {

    private static final ScheduledThreadPoolExecutor POOL = pool();

    private SharedThread() {}

    private static ScheduledThreadPoolExecutor pool() {
      ScheduledThreadPoolExecutor pool =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "snowbraid-grants");
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                return thread;
              });
      pool.setRemoveOnCancelPolicy(true);
      pool.setKeepAliveTime(1, TimeUnit.MINUTES);
      pool.allowCoreThreadTimeOut(true);
      return pool;
    }
  }
}
