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
 * Maps each database to the generator of its SQL functions in this process. A generator is removed
 * when it is closed or when its in-memory database has disappeared. In the second case, a generator
 * leased from that database is also closed. Worker sources ensure that no two generators have the
 * same worker.
 *
 * <p>Thread-safe.
 */
public final class GeneratorRegistry {

  private static final GeneratorScope LEASED = new GeneratorScope("functions");

  /** Guards changes of bindings. Functions read bindings without this lock. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  /** By database name, which is unique in this process. */
  private static final Map<String, Binding> BINDINGS = new ConcurrentHashMap<>();

  /** The interval for checking whether in-memory databases have disappeared. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  /** A delayed task runs as soon as a thread is available. */
  private static final Duration SOON = Duration.ofMillis(1);

  /** Guarded by the lock. */
  private static boolean isLookPlanned;

  private GeneratorRegistry() {}

  /** The origin of leased generators, equal for the same source and database. */
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

  /** The generators of one database. The lock guards everything except {@link #current}. */
  private static final class Binding {

    private final LocalDatabase database;

    /** Generates the functions' ids. */
    private volatile @Nullable Snowflake assigned;

    /** Whether the assigned generator was leased for the functions instead of passed in. */
    private boolean isLeased;

    /** Generators that the application uses for the database's rows. */
    private final List<Snowflake> suggested = new CopyOnWriteArrayList<>();

    Binding(LocalDatabase database) {
      this.database = database;
    }

    /**
     * Returns the assigned generator, or else the first open suggested one; null if there is none.
     */
    @Nullable Snowflake current() {
      Snowflake present = assigned;
      return present != null
          ? present
          : suggested.stream().filter(Snowflake::isOpen).findFirst().orElse(null);
    }

    /**
     * Returns the generator leased from the database, which is closed with it; empty if there is
     * none.
     */
    Optional<Snowflake> leased() {
      return isLeased ? Optional.ofNullable(assigned) : Optional.empty();
    }

    /**
     * Assigns a generator.
     *
     * @param leases whether it was leased for the functions; it then replaces only another leased
     *     one
     * @return the replaced generator, to be closed
     * @throws IllegalStateException if an open generator is assigned that may not be replaced
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

    /** Removes a closed generator. */
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

  /**
   * Removes a database that has disappeared, and closes generators leased from it in the
   * background.
   */
  private static void forget(Binding binding) {
    BINDINGS.remove(binding.database.name());
    binding.leased().ifPresent(leased -> Threads.SHARED.schedule(leased::close, SOON));
  }

  /** Schedules the next check for disappeared in-memory databases, if there are any. */
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

  /** Removes the generator when it is closed, or now if it already is. */
  private static void forgetAtClose(LocalDatabase database, Snowflake generator) {
    CloseHooks.add(generator, () -> remove(database, generator));
    if (!generator.isOpen()) {
      CloseHooks.run(generator);
    }
  }

  private static void remove(LocalDatabase database, Snowflake generator) {
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
   * Makes a database's SQL functions use a generator, unless another one is assigned or an earlier
   * suggested one is open.
   *
   * @param database the database
   * @param generator generates ids for that database's rows; its worker is valid only there
   */
  public static void suggest(LocalDatabase database, Snowflake generator) {
    change(database, binding -> binding.suggested.add(generator));
    forgetAtClose(database, generator);
  }

  /**
   * Makes a database's functions use a generator.
   *
   * @param database the database
   * @param generator the generator
   * @throws IllegalStateException if another open generator is assigned
   */
  public static void assign(LocalDatabase database, Snowflake generator) {
    change(database, binding -> binding.assign(generator, false));
    forgetAtClose(database, generator);
  }

  /**
   * Makes a database's functions use a leased generator. An existing one from the same source
   * stays. One from another source is replaced and closed. The generator is closed when the process
   * exits, if not before.
   *
   * @param database the database
   * @param source the source of the worker
   * @param lease builds a generator
   * @return the functions' generator
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
        LEASED.get( // not under the lock, because it calls the store
            new LeaseKey(database, source),
            () -> {
              Snowflake made = lease.get();
              forgetAtClose(database, made);
              return made;
            });
    try {
      change(database, binding -> binding.assign(generator, true)).ifPresent(Snowflake::close);
      return generator;
    } catch (IllegalStateException e) { // another generator was assigned meanwhile
      generator.close();
      throw e;
    }
  }

  /**
   * Finds the generator of a database's functions: the first of the assigned one, a suggested one,
   * the first one described by settings, and the one described by system properties.
   *
   * @param database the database's name
   * @return the generator; empty if there is none
   * @throws IllegalArgumentException if a system property is malformed
   */
  public static Optional<Snowflake> forDatabase(String database) {
    Binding binding = BINDINGS.get(database);
    Snowflake current = binding == null ? null : binding.current();
    return current == null ? ConfiguredGenerators.fallback() : Optional.of(current);
  }

  /**
   * Finds the layout with which a database's functions decode ids.
   *
   * @param database the database's name
   * @return the layout of the functions' generator, or else the one described by system properties
   */
  public static Layout layout(String database) {
    return forDatabase(database)
        .map(Snowflake::layout)
        .orElseGet(() -> ConfiguredGenerators.ofProcess(Optional.empty()).layout());
  }
}
