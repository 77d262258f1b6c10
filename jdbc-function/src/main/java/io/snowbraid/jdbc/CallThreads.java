package io.snowbraid.jdbc;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for calls of drivers and pools. They keep nothing of the application alive: they inherit
 * no thread locals and no class loader, and end when they have rested. {@link OpenCalls} bounds how
 * many there are.
 */
final class CallThreads {

  private static final int REST_SECONDS = 10;

  static final Executor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          REST_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          CallThreads::thread);

  private CallThreads() {}

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "snowbraid-jdbc", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
