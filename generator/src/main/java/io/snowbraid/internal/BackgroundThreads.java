package io.snowbraid.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The background threads of this process: daemons, which end after ten idle seconds. They inherit
 * nothing from the threads that start them, neither thread locals nor a class loader.
 */
public final class BackgroundThreads {

  private static final int REST_SECONDS = 10;

  /** A pool without a limit; its users limit its size. */
  public static final Executor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          REST_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          named("snowbraid-"));

  private BackgroundThreads() {}

  /**
   * Creates a pool with a limit; work that exceeds it waits.
   *
   * @param threads the limit
   * @return a pool
   */
  static Executor pool(int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            REST_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named("snowbraid-"));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Creates a factory for such threads.
   *
   * @param name the prefix of their names
   * @return a factory
   */
  public static ThreadFactory named(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(null, work, name + count.incrementAndGet(), 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      return thread;
    };
  }
}
