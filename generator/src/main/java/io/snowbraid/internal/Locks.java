package io.snowbraid.internal;

import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds a lock while a piece of work reads or changes what the lock guards. */
public final class Locks {

  private Locks() {}

  /**
   * Does some work while a lock is held.
   *
   * @param lock guards what the work reads or changes
   * @param work reads or changes it
   * @param <T> the type of the result
   * @return the result
   */
  public static <T extends @Nullable Object> T holding(Lock lock, Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does some work while a lock is held.
   *
   * @param lock guards what the work reads or changes
   * @param work reads or changes it
   */
  public static void holding(Lock lock, Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
