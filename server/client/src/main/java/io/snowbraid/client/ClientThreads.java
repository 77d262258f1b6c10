package io.snowbraid.client;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Makes the threads of clients. */
final class ClientThreads {

  private static final int REST_SECONDS = 10;

  private ClientThreads() {}

  /** Returns an executor whose only thread exists while there is work, and 10 seconds longer. */
  static ScheduledThreadPoolExecutor executor(ThreadFactory factory) {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, factory);
    executor.setKeepAliveTime(REST_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Returns a factory of daemon threads that keep nothing of the threads that start them. */
  static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(null, work, name, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      return thread;
    };
  }
}
