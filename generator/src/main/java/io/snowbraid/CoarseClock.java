package io.snowbraid;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Spares a busy generator the reading of its clock: a thread looks at the clock instead of each
 * caller, and ends when the load does.
 *
 * <p>A generator that rests has no such thread, and reads its clock at each call.
 */
final class CoarseClock implements Runnable {

  private static final long PERIOD_NANOS = Duration.ofMillis(1).toNanos();

  /** After so many looks without load the thread ends: it outlives the pauses between bursts. */
  private static final int QUIET_LOOKS = 50;

  private final @Nullable Executor executor;
  private final Waiter waiter;
  private final BooleanSupplier look;
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean running;

  /**
   * A clock that does not run yet.
   *
   * @param executor gives the thread; null if there shall be none
   * @param waiter pauses it
   * @param look looks at the clock for the generator, and tells whether there is load
   */
  CoarseClock(@Nullable Executor executor, Waiter waiter, BooleanSupplier look) {
    this.executor = executor;
    this.waiter = waiter;
    this.look = look;
  }

  /** Whether a thread looks at the clock, so that others need not. */
  boolean isRunning() {
    return running;
  }

  /** Starts the thread, unless it runs. */
  void start() {
    if (executor != null && started.compareAndSet(false, true)) {
      executor.execute(this);
    }
  }

  @Override
  public void run() {
    running = true;
    try {
      int quiet = 0;
      while (quiet < QUIET_LOOKS) {
        waiter.await(PERIOD_NANOS);
        quiet = look.getAsBoolean() ? 0 : quiet + 1;
      }
    } finally {
      running = false;
      started.set(false);
    }
  }

  /** Daemon threads of this process, which end a while after their last use. */
  static ExecutorService threads() {
    return Threads.POOL;
  }

  private static final class Threads {

    static final ExecutorService POOL =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "snowbraid-clock");
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
  }
}
