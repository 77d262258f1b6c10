package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** Guards the open generators of all scopes and the shutdown hook. */
  private static final ReentrantLock EXIT_LOCK = new ReentrantLock();

  private static final Set<Snowflake> OPEN = new LinkedHashSet<>();

  /** Exists only while there is an open generator: it would keep a web application's classes. */
  private static @Nullable Thread exitHook;

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
      closeAtExit(made);
      CloseHooks.add(made, () -> forget(key, shared, made));
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
      throw new IllegalStateException(
          owner + " must be open to generate ids: closed=true; create a new one");
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

  private static void closeAtExit(Snowflake generator) {
    EXIT_LOCK.lock();
    try {
      OPEN.add(generator);
      if (exitHook == null) {
        Thread hook = new Thread(GeneratorScope::closeAll);
        Runtime.getRuntime().addShutdownHook(hook);
        exitHook = hook;
      }
    } finally {
      EXIT_LOCK.unlock();
    }
  }

  private void forget(Object key, Shared shared, Snowflake generator) {
    generators.remove(key, shared);
    EXIT_LOCK.lock();
    try {
      if (OPEN.remove(generator) && OPEN.isEmpty()) {
        removeExitHook();
      }
    } finally {
      EXIT_LOCK.unlock();
    }
  }

  private static void removeExitHook() {
    Thread hook = exitHook;
    exitHook = null;
    try {
      if (hook != null) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IllegalStateException e) {
      return; // the process ends, and the hook is what closes the last one
    }
  }

  private static void closeAll() {
    open().forEach(Snowflake::close);
  }

  private static List<Snowflake> open() {
    EXIT_LOCK.lock();
    try {
      return List.copyOf(OPEN);
    } finally {
      EXIT_LOCK.unlock();
    }
  }
}
