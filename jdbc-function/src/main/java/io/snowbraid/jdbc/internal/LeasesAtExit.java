package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Closes leased generators when the process ends. The shutdown hook exists only while there is one:
 * it would keep the class loader of a web application that has ended.
 */
final class LeasesAtExit {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Set<Snowflake> OPEN = new LinkedHashSet<>();
  private static @Nullable Thread hook;

  private LeasesAtExit() {}

  static void add(Snowflake generator) {
    LOCK.lock();
    try {
      OPEN.add(generator);
      if (hook == null) {
        Thread closing = new Thread(LeasesAtExit::closeAll);
        Runtime.getRuntime().addShutdownHook(closing);
        hook = closing;
      }
    } finally {
      LOCK.unlock();
    }
  }

  static void remove(Snowflake generator) {
    LOCK.lock();
    try {
      if (OPEN.remove(generator) && OPEN.isEmpty()) {
        removeHook();
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void removeHook() {
    Thread closing = hook;
    hook = null;
    try {
      if (closing != null) {
        Runtime.getRuntime().removeShutdownHook(closing);
      }
    } catch (IllegalStateException e) {
      return; // the process ends, and the hook is what closes the last one
    }
  }

  private static void closeAll() {
    open().forEach(Snowflake::close);
  }

  private static List<Snowflake> open() {
    LOCK.lock();
    try {
      return List.copyOf(OPEN);
    } finally {
      LOCK.unlock();
    }
  }
}
