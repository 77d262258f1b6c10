package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One generator that several users share; it is built when it is first needed. Safe for use by any
 * number of threads.
 */
final class DataSourceGenerator {

  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Snowflake generator;
  private volatile boolean isClosed;

  /**
   * Returns the generator, and replaces one that somebody else closed.
   *
   * @throws IllegalStateException if this is closed
   */
  Snowflake get(Supplier<Snowflake> lease) {
    Snowflake present = generator;
    return present != null && present.isOpen() ? present : leased(lease);
  }

  /**
   * Leases under the lock, although the store may be slow, because no caller can continue before it
   * has answered.
   */
  private Snowflake leased(Supplier<Snowflake> lease) {
    lock.lock();
    try {
      Snowflake present = generator;
      if (present != null && present.isOpen()) {
        return present;
      }
      requireOpen();
      Snowflake made = lease.get();
      generator = made;
      if (isClosed) { // closed meanwhile by a thread that did not see the generator
        made.close();
      }
      requireOpen();
      return made;
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException(
          "data source must be open to generate keys: closed=true; create a new one");
    }
  }

  /** Closes the generator permanently; one that is being built is closed as soon as it exists. */
  void close() {
    isClosed = true; // must precede reading the generator, see leased()
    Snowflake present = generator;
    if (present != null) {
      present.close();
    }
  }
}
