package io.snowbraid.internal;

import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs actions while holding a lock. */
public final class Locks {

  private Locks() {}

  /**
   * Runs an action while holding a lock, and returns its result.
   *
   * @param lock guards the state that the action uses
   * @param work the action
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
   * Runs an action while holding a lock.
   *
   * @param lock guards the state that the action uses
   * @param work the action
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
