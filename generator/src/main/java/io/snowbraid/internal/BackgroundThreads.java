package io.snowbraid.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of this process: daemons, which end when they have rested. They keep nothing of those
 * who happen to start them, neither thread locals nor a class loader.
 */
public final class BackgroundThreads {

  private static final int REST_SECONDS = 10;

  /** Its size is bounded by those who use it. */
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
   * Makes such threads.
   *
   * @param name begins their names
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
