package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import io.snowbraid.internal.Threads;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
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
  private static final Map<String, Binding> BINDINGS = new ConcurrentHashMap<>();

  /** How often it is looked whether databases in memory have ended. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  /** A task with a delay is run when there is a thread for it. */
  private static final Duration SOON = Duration.ofMillis(1);

  /** Guarded by the lock. */
  private static boolean isLookPlanned;

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

  /** The generators of one database. All but {@link #current} is guarded by the lock. */
  private static final class Binding {

    private final LocalDatabase database;

    /** Issues the ids of the functions. */
    private volatile @Nullable Snowflake assigned;

    /** Whether the assigned generator was leased for the functions, and not handed in. */
    private boolean isLeased;

    /** Issue the ids of the database's rows in the application. */
    private final List<Snowflake> suggested = new CopyOnWriteArrayList<>();

    Binding(LocalDatabase database) {
      this.database = database;
    }

    /** The assigned generator, else the first open one that was suggested; null without any. */
    @Nullable Snowflake current() {
      Snowflake present = assigned;
      return present != null
          ? present
          : suggested.stream().filter(Snowflake::isOpen).findFirst().orElse(null);
    }

    /** The generator that was leased from the database, and ends with it; empty without any. */
    Optional<Snowflake> leased() {
      return isLeased ? Optional.ofNullable(assigned) : Optional.empty();
    }

    /**
     * Assigns a generator.
     *
     * @param leases whether it was leased for the functions; it replaces only another such one
     * @return a leased one that is replaced, to be closed
     * @throws IllegalStateException if an open one is assigned that it does not replace
     */
    Optional<Snowflake> assign(Snowflake generator, boolean leases) {
      if (assigned == generator) {
        return Optional.empty();
      }
      requireFree(leases);
      Optional<Snowflake> replaced = leased();
      assigned = generator;
      isLeased = leases;
      return replaced;
    }

    void requireFree(boolean leases) {
      Snowflake present = assigned;
      if (present != null && present.isOpen() && !(leases && isLeased)) {
        throw new IllegalStateException(
            "SQL functions of "
                + database.name()
                + " already take ids from "
                + present
                + "; pass that generator, or close it first");
      }
    }

    /** Forgets a generator that is closed. */
    void remove(Snowflake generator) {
      suggested.remove(generator);
      if (assigned == generator) {
        assigned = null;
        isLeased = false;
      }
    }
  }

  /** Changes a binding under the lock. */
  private static <T> T change(LocalDatabase database, Function<Binding, T> change) {
    LOCK.lock();
    try {
      Binding present = BINDINGS.get(database.name());
      if (present != null && !present.database.isSame(database)) {
        forget(present);
      }
      Binding binding = BINDINGS.computeIfAbsent(database.name(), name -> new Binding(database));
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
  private static void forget(Binding binding) {
    BINDINGS.remove(binding.database.name());
    binding.leased().ifPresent(leased -> Threads.SHARED.schedule(leased::close, SOON));
  }

  /** Plans to look whether databases in memory have ended, as long as there are any. */
  private static void planNextLook() {
    boolean isNeeded =
        BINDINGS.values().stream().anyMatch(binding -> binding.database.isInMemory());
    if (isNeeded && !isLookPlanned) {
      isLookPlanned = true;
      Threads.SHARED.schedule(GeneratorRegistry::look, LOOK_INTERVAL);
    }
  }

  private static void look() {
    LOCK.lock();
    try {
      isLookPlanned = false;
      BINDINGS.values().stream()
          .filter(binding -> binding.database.isGone())
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
      Binding binding = BINDINGS.get(database.name());
      if (binding != null) {
        binding.remove(generator);
        removeIfEmpty(binding);
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void removeIfEmpty(Binding binding) {
    if (binding.assigned == null && binding.suggested.isEmpty()) {
      BINDINGS.remove(binding.database.name());
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
    change(database, binding -> binding.suggested.add(generator));
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
    change(database, binding -> binding.assign(generator, false));
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
    change(
        database,
        binding -> {
          binding.requireFree(true);
          return true;
        });
    Snowflake generator =
        LEASED.get( // asks the store, so not under the lock
            new LeaseKey(database, source),
            () -> {
              Snowflake made = lease.get();
              forgetAtClose(database, made);
              return made;
            });
    try {
      change(database, binding -> binding.assign(generator, true)).ifPresent(Snowflake::close);
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
    Binding binding = BINDINGS.get(database);
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
