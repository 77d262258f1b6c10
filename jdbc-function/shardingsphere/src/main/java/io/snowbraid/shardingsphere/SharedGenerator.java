package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One generator that is made when it is needed first, whoever needs it. Safe for threads. */
final class SharedGenerator {

  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Snowflake generator;
  private volatile boolean isClosed;

  /**
   * Gives the generator. One that others closed is replaced.
   *
   * @throws IllegalStateException if this is closed
   */
  Snowflake get(Supplier<Snowflake> lease) {
    Snowflake present = generator;
    return present != null && present.isOpen() ? present : leased(lease);
  }

  /** Asks the store under the lock: nobody else can go on before it has answered. */
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
      if (isClosed) { // meanwhile, by a thread that did not see the generator
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
          "data source must be open to generate keys: closed=true; make a new one");
    }
  }

  /** Gives the worker back, for good; one that is being taken goes back when it is there. */
  void close() {
    isClosed = true; // before the generator is read: see above
    Snowflake present = generator;
    if (present != null) {
      present.close();
    }
  }
}
