package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import io.snowbraid.internal.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows which generator of this process issues the ids of the SQL functions of which database. A
 * generator leaves when it is closed, or when its database was in memory and has ended; one that
 * was leased from such a database is closed then. Worker sources see to it that no two have the
 * same worker.
 *
 * <p>Safe for use by any number of threads.
 */
public final class GeneratorRegistry {

  private static final GeneratorScope LEASED = new GeneratorScope("functions");

  /** Guards changes of bindings; functions read without it. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  /** By the name of the database, which is unique in this process. */
  private static final Map<String, DatabaseBinding> BINDINGS = new ConcurrentHashMap<>();

  /** How often it is looked whether databases in memory have ended. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  /** A task with a delay is run when there is a thread for it. */
  private static final Duration SOON = Duration.ofMillis(1);

  /** Guarded by the lock. */
  private static @Nullable Future<?> nextLook;

  private GeneratorRegistry() {}

  /** What leased the generators: equal if it is the same source for the same database. */
  private record LeaseKey(LocalDatabase database, Object source) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof LeaseKey key && database.isSame(key.database) && source == key.source;
    }

    @Override
    public int hashCode() {
      return database.name().hashCode();
    }
  }

  private static void update(LocalDatabase database, Consumer<DatabaseBinding> update) {
    change(
        database,
        binding -> {
          update.accept(binding);
          return Optional.empty();
        });
  }

  /** Changes a binding under the lock; returns the generator that it no longer needs. */
  private static Optional<Snowflake> change(
      LocalDatabase database, Function<DatabaseBinding, Optional<Snowflake>> change) {
    LOCK.lock();
    try {
      DatabaseBinding present = BINDINGS.get(database.name());
      if (present != null && !present.database().isSame(database)) {
        forget(present);
      }
      DatabaseBinding binding =
          BINDINGS.computeIfAbsent(database.name(), name -> new DatabaseBinding(database));
      try {
        return change.apply(binding);
      } finally {
        removeIfEmpty(binding);
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** Forgets a database that has ended, and closes what was leased from it, in the background. */
  private static void forget(DatabaseBinding binding) {
    BINDINGS.remove(binding.database().name());
    Snowflake leased = binding.leased();
    if (leased != null) {
      Threads.SHARED.schedule(leased::close, SOON);
    }
  }

  /** Plans to look whether databases in memory have ended, as long as there are any. */
  private static void planNextLook() {
    boolean isNeeded =
        BINDINGS.values().stream().anyMatch(binding -> binding.database().isInMemory());
    if (!isNeeded && nextLook != null) {
      nextLook.cancel(false);
      nextLook = null;
    } else if (isNeeded && nextLook == null) {
      nextLook = Threads.SHARED.schedule(GeneratorRegistry::look, LOOK_INTERVAL);
    }
  }

  private static void look() {
    LOCK.lock();
    try {
      nextLook = null;
      BINDINGS.values().stream()
          .filter(binding -> binding.database().isGone())
          .forEach(GeneratorRegistry::forget);
      planNextLook();
    } finally {
      LOCK.unlock();
    }
  }

  /** Forgets the generator when it is closed, which may already be so. */
  private static void forgetAtClose(LocalDatabase database, Snowflake generator) {
    CloseHooks.add(generator, () -> leave(database, generator));
    if (!generator.isOpen()) {
      CloseHooks.run(generator);
    }
  }

  private static void leave(LocalDatabase database, Snowflake generator) {
    LOCK.lock();
    try {
      DatabaseBinding binding = BINDINGS.get(database.name());
      if (binding != null) {
        binding.remove(generator);
        removeIfEmpty(binding);
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void removeIfEmpty(DatabaseBinding binding) {
    if (binding.isEmpty()) {
      BINDINGS.remove(binding.database().name());
    }
    planNextLook();
  }

  /**
   * Lets the SQL functions of a database take ids from a generator, unless another one is assigned,
   * or was suggested before and is open.
   *
   * @param database the database
   * @param generator issues the ids of the rows of that database: its worker means nothing
   *     elsewhere
   */
  public static void suggest(LocalDatabase database, Snowflake generator) {
    update(database, binding -> binding.suggest(generator));
    forgetAtClose(database, generator);
  }

  /**
   * Makes a generator issue the ids of the functions of one database.
   *
   * @param database the database
   * @param generator the generator to take ids from
   * @throws IllegalStateException if another open generator is assigned
   */
  public static void assign(LocalDatabase database, Snowflake generator) {
    update(database, binding -> binding.assign(generator));
    forgetAtClose(database, generator);
  }

  /**
   * Makes a leased generator issue the ids of the functions of one database. One that was leased
   * from the same source stays; one that was leased from another source is replaced and closed. It
   * is closed when the process ends, if not before.
   *
   * @param database the database
   * @param source what the worker is leased from
   * @param lease builds a generator
   * @return the generator of the functions
   * @throws IllegalStateException if another open generator is assigned
   */
  public static Snowflake lease(LocalDatabase database, Object source, Supplier<Snowflake> lease) {
    update(database, DatabaseBinding::requireLeasable);
    Snowflake generator =
        LEASED.get( // asks the store, so not under the lock
            new LeaseKey(database, source),
            () -> {
              Snowflake made = lease.get();
              forgetAtClose(database, made);
              return made;
            });
    try {
      change(database, binding -> binding.assignLeased(generator)).ifPresent(Snowflake::close);
      return generator;
    } catch (IllegalStateException e) { // another one was assigned meanwhile
      generator.close();
      throw e;
    }
  }

  /**
   * Finds the generator of the functions of a database: the assigned one, else one that was
   * suggested, else the first that settings described, else the one that system properties
   * describe.
   *
   * @param database the name of the database
   * @return the generator, or empty if there is none
   * @throws IllegalArgumentException if a system property is malformed
   */
  public static Optional<Snowflake> forDatabase(String database) {
    DatabaseBinding binding = BINDINGS.get(database);
    Snowflake current = binding == null ? null : binding.current();
    return current == null ? ConfiguredGenerators.fallback() : Optional.of(current);
  }

  /**
   * Finds the layout that the functions of a database take ids apart with.
   *
   * @param database the name of the database
   * @return the layout of the generator of the functions, else the one that system properties
   *     describe
   */
  public static Layout layout(String database) {
    return forDatabase(database)
        .map(Snowflake::layout)
        .orElseGet(() -> ConfiguredGenerators.ofProcess(Optional.empty()).layout());
  }
}
