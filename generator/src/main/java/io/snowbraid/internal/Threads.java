package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Provides this process's background threads. They are daemons, inherit neither thread locals nor
 * class loaders from the threads that start them, and exit after being idle briefly.
 */
public final class Threads implements Scheduler, Executor {

  private static final long IDLE_MILLIS = 250;

  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Threads without a limit; callers limit their own use. */
  public static final Threads SHARED =
      new Threads(executor("snowbraid-", 0, Integer.MAX_VALUE, new SynchronousQueue<>()));

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final ThreadPoolExecutor executor;

  Threads(ThreadPoolExecutor executor) {
    this.executor = executor;
  }

  /**
   * Creates an executor with a limited number of threads; further tasks wait.
   *
   * @param max the most threads
   * @return an executor without threads yet
   */
  public static Threads bounded(int max) {
    return new Threads(executor("snowbraid-", max, max, new LinkedBlockingQueue<>()));
  }

  /**
   * Creates an executor with one thread. It rejects tasks beyond its capacity.
   *
   * @param name the thread's name
   * @param capacity how many tasks may wait
   * @return an executor
   */
  static Threads serial(String name, int capacity) {
    return new Threads(executor(name, 1, 1, new ArrayBlockingQueue<>(capacity)));
  }

  private static ThreadPoolExecutor executor(
      String name, int min, int max, BlockingQueue<Runnable> waiting) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            min, max, IDLE_MILLIS, TimeUnit.MILLISECONDS, waiting, daemons(name));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, daemons("snowbraid-timer-"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(null, work, name + count.incrementAndGet(), 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      return thread;
    };
  }

  /**
   * {@inheritDoc}
   *
   * @throws RejectedExecutionException if no thread can be started
   */
  @Override
  public void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (OutOfMemoryError | InternalError e) { // thrown by JVMs that cannot start a thread
      throw new RejectedExecutionException(
          "no thread could be started: " + e + "; raise the thread limit, or stop some threads", e);
    }
  }

  @Override
  public Future<?> schedule(Runnable task, Duration delay) {
    if (delay.isZero()) {
      execute(task);
      return CompletableFuture.completedFuture(null);
    }
    return TIMER.schedule(() -> executeSoon(task), Durations.nanos(delay), TimeUnit.NANOSECONDS);
  }

  /** Retries later, because no other code would. */
  private void executeSoon(Runnable task) {
    try {
      execute(task);
    } catch (RejectedExecutionException e) {
      TIMER.schedule(() -> executeSoon(task), RETRY.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Runs foreign code with its own class loader as the thread's context class loader, because some
   * drivers use it to find classes and files.
   *
   * @param foreign the called object: a data source, a worker source, a listener
   * @param work calls it
   */
  public static void callForeign(Object foreign, Runnable work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(foreign.getClass().getClassLoader());
    try {
      work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
