package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares leased generators by key within a session factory, a data source or the process. Closing
 * the scope closes all generators. Those still open are closed when the process exits. Thread-safe.
 */
public final class GeneratorScope {

  private final Map<Object, Shared> generators = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /** One generator, built under the lock because no caller can continue without it. */
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
   * @param owner what must be open for the generators to be used, for messages
   */
  public GeneratorScope(String owner) {
    this.owner = owner;
  }

  /**
   * Returns the key's generator. Builds it if it is missing or closed.
   *
   * @param key identifies the generator
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

  /** Returns null if the generator was closed and removed meanwhile. */
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
      if (isClosed) { // the scope was closed meanwhile by a thread that did not see the generator
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

  /** Closes all generators permanently. A generator under construction is closed once built. */
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
    } catch (IllegalStateException e) { // the process is already exiting
      generator.close();
      throw e;
    }
  }

  /** Also removes the shutdown hook, which would keep a web application's classes reachable. */
  private void forget(Object key, Shared shared, Thread exitHook) {
    generators.remove(key, shared);
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException e) {
      return; // the process is exiting, and the hook runs
    }
  }
}
