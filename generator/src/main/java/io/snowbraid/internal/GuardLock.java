package io.snowbraid.internal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lock that guards some state while a piece of work reads or changes it. */
public final class GuardLock extends ReentrantLock {

  private static final long serialVersionUID = 1L;

  /**
   * Does some work while the lock is held.
   *
   * @param work reads or changes what the lock guards
   * @param <T> the type of the result
   * @return the result
   */
  public <T extends @Nullable Object> T with(Supplier<T> work) {
    lock();
    try {
      return work.get();
    } finally {
      unlock();
    }
  }

  /**
   * Does some work while the lock is held.
   *
   * @param work reads or changes what the lock guards
   */
  public void with(Runnable work) {
    lock();
    try {
      work.run();
    } finally {
      unlock();
    }
  }
}
