package io.snowbraid.benchmarks;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The kinds of threads; virtual ones need a newer JDK. */
public enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  private static final int FIRST_WITH_VIRTUAL = 21;

  static boolean areVirtualThere() {
    return Runtime.version().feature() >= FIRST_WITH_VIRTUAL;
  }

  Executor executor() {
    return this == VIRTUAL ? virtual() : ThreadKind::startPlatform;
  }

  private static void startPlatform(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  /** Uses reflection, because the project is built for JDK 17. */
  private static Executor virtual() {
    try {
      return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "virtual threads need a later JDK: version=" + Runtime.version(), e);
    }
  }
}
