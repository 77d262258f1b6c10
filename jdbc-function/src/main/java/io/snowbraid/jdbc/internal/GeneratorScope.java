package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The leased generators that several users share, by key: of a session factory, of a data source,
 * or of the process. Closing the scope closes all of them; what is still open when the process ends
 * is closed then. Safe for use by any number of threads.
 */
public final class GeneratorScope {

  private final Map<Object, Shared> generators = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /** One generator. It is built under the lock, because no user can continue without it. */
  private static final class Shared {

    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Snowflake generator;

    @Nullable Snowflake open() {
      Snowflake present = generator;
      return present != null && present.isOpen() ? present : null;
    }
  }

  private final String owner;

  /**
   * Creates an empty scope.
   *
   * @param owner what has to be open for the generators to be used, for messages
   */
  public GeneratorScope(String owner) {
    this.owner = owner;
  }

  /**
   * Returns a generator, and builds it if there is none or if it was closed.
   *
   * @param key what tells it from the others
   * @param lease builds the generator
   * @return an open generator
   * @throws IllegalStateException if the scope is closed
   */
  public Snowflake get(Object key, Supplier<Snowflake> lease) {
    while (true) {
      Shared shared = generators.computeIfAbsent(key, any -> new Shared());
      Snowflake present = shared.open();
      Snowflake found = present != null ? present : leased(key, shared, lease);
      if (found != null) {
        return found;
      }
    }
  }

  /** Returns null if the generator was closed and forgotten meanwhile. */
  private @Nullable Snowflake leased(Object key, Shared shared, Supplier<Snowflake> lease) {
    shared.lock.lock();
    try {
      Snowflake present = shared.open();
      if (present != null || generators.get(key) != shared) {
        return present;
      }
      requireOpen();
      Snowflake made = lease.get();
      shared.generator = made;
      Thread exitHook = new Thread(made::close);
      CloseHooks.add(made, () -> forget(key, shared, exitHook));
      closeAtExit(made, exitHook);
      if (isClosed) { // closed meanwhile by a thread that did not see the generator
        made.close();
      }
      requireOpen();
      return made;
    } finally {
      shared.lock.unlock();
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException(owner + " is closed; create a new one");
    }
  }

  /** Closes all generators permanently; one that is being built is closed as soon as it exists. */
  public void close() {
    isClosed = true; // must precede reading the generators, see leased()
    for (Shared shared : generators.values()) {
      Snowflake present = shared.generator;
      if (present != null) {
        present.close();
      }
    }
  }

  private static void closeAtExit(Snowflake generator, Thread exitHook) {
    try {
      Runtime.getRuntime().addShutdownHook(exitHook);
    } catch (IllegalStateException e) { // the process ends already
      generator.close();
      throw e;
    }
  }

  /** Removes the hook, too, because it would keep a web application's classes. */
  private void forget(Object key, Shared shared, Thread exitHook) {
    generators.remove(key, shared);
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException e) {
      return; // the process ends, and the hook runs
    }
  }
}
