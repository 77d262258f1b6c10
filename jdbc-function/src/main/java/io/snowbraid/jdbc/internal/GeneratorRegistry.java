package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.Snowflake;
import io.snowbraid.internal.CloseHooks;
import io.snowbraid.worker.WorkerSource;
import java.util.HashMap;
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
 * Registers the generators of this process that settings describe, and those that the SQL functions
 * of each database use. A generator is removed when it is closed. The worker sources make sure that
 * no two generators have the same worker.
 */
public final class GeneratorRegistry {

  /** The setting that holds the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  /** The setting that holds the text form of the layout. */
  public static final String LAYOUT = "snowbraid.layout";

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Key, Snowflake> CONFIGURED = new HashMap<>();

  /** By database, the generator assigned to its functions. */
  private static final Map<String, Snowflake> BOUND = new ConcurrentHashMap<>();

  /** By database, the generator that was built for its functions with a leased worker. */
  private static final Map<String, Leased> LEASED = new HashMap<>();

  /** By database, the generators that issue the ids of its rows in the application. */
  private static final Map<String, List<Snowflake>> OFFERED = new ConcurrentHashMap<>();

  /**
   * The first generator that settings described: the one for functions to which none was assigned
   * or suggested.
   */
  private static volatile @Nullable Snowflake fallback;

  /**
   * Gives leased workers back when the process ends. It is registered only while there are any,
   * because it keeps the class loader of a web application reachable.
   */
  private static @Nullable Thread hook;

  private GeneratorRegistry() {}

  private record Leased(Object source, Snowflake generator) {}

  private record Key(int worker, Layout layout) {

    Snowflake build() {
      try {
        return Snowflake.builder().layout(layout).worker(WorkerSource.fixed(worker)).build();
      } catch (NoWorkerAvailableException e) {
        throw new IllegalStateException(
            "setting " + WORKER_ID + "=" + worker + " makes a generator: " + e.getMessage(), e);
      }
    }
  }

  /**
   * Returns the generator that settings describe; builds it if necessary.
   *
   * @param settings returns the value of a setting, null if it is not set
   * @return the generator, or empty if no worker is set
   * @throws IllegalArgumentException if a setting is malformed or out of range
   * @throws IllegalStateException if another generator of this process has the worker
   */
  public static Optional<Snowflake> configured(Function<String, @Nullable Object> settings) {
    Object worker = settings.apply(WORKER_ID);
    if (worker == null) {
      return Optional.empty();
    }
    Key key = new Key(workerId(worker), layout(settings));
    LOCK.lock();
    try {
      Snowflake generator = CONFIGURED.get(key);
      if (generator == null || !generator.isOpen()) {
        generator = key.build();
        CONFIGURED.put(key, generator);
      }
      if (fallback == null || !fallback.isOpen()) {
        fallback = generator;
      }
      return Optional.of(generator);
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Suggests a generator to the SQL functions of a database. They use it unless one is assigned to
   * them, or one that was suggested earlier is still open.
   *
   * @param database the name of the database, unique in this process
   * @param generator a generator that issues ids for the rows of that database; its worker means
   *     nothing in another database
   */
  public static void suggest(String database, Snowflake generator) {
    List<Snowflake> offered =
        OFFERED.computeIfAbsent(database, unused -> new CopyOnWriteArrayList<>());
    offered.add(generator);
    CloseHooks.add(generator, () -> offered.remove(generator));
    if (!generator.isOpen()) { // it was closed before the hook was added
      CloseHooks.run(generator);
    }
  }

  /**
   * Assigns a generator to the functions of one database.
   *
   * @param database the name of the database, unique in this process
   * @param generator the generator to take ids from
   * @throws IllegalStateException if another open generator is assigned
   */
  public static void assign(String database, Snowflake generator) {
    Snowflake bound =
        BOUND.compute(database, (name, old) -> old == null || !old.isOpen() ? generator : old);
    if (bound != generator) {
      throw new IllegalStateException(
          "SQL functions of a database must have one generator: those of "
              + database
              + " take ids from "
              + bound
              + ", so they cannot take them from "
              + generator
              + "; hand in the same instance, or close the other one first");
    }
    CloseHooks.add(generator, () -> BOUND.remove(database, generator));
    if (!generator.isOpen()) { // it was closed before the hook was added
      CloseHooks.run(generator);
    }
  }

  /**
   * Assigns a generator with a leased worker to the functions of one database. It keeps a generator
   * that was leased from the same source, and replaces one that was leased from another source. The
   * generator is closed when the process ends at the latest.
   *
   * @param database the name of the database, unique in this process
   * @param source the source that the worker is leased from
   * @param lease builds a generator
   * @return the generator that the functions use
   * @throws IllegalStateException if another open generator is assigned
   */
  public static Snowflake lease(String database, Object source, Supplier<Snowflake> lease) {
    Snowflake present = leased(database, source);
    if (present != null) {
      return present;
    }
    Snowflake generator = lease.get(); // not under the lock, because it calls the store
    Snowflake surplus = generator;
    try {
      surplus = exchange(database, new Leased(source, generator));
    } finally {
      if (surplus != null) {
        surplus.close();
      }
    }
    Snowflake faster = leased(database, source);
    return faster == null ? generator : faster;
  }

  private static @Nullable Snowflake leased(String database, Object source) {
    LOCK.lock();
    try {
      Leased leased = LEASED.get(database);
      return leased != null && leased.source == source && leased.generator.isOpen()
          ? leased.generator
          : null;
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Registers a leased generator, and returns the one that is no longer needed; null if there is
   * none.
   */
  private static @Nullable Snowflake exchange(String database, Leased leased) {
    LOCK.lock();
    try {
      if (leased(database, leased.source) != null) { // another thread was faster
        return leased.generator;
      }
      Leased old = LEASED.get(database);
      if (old == null || !BOUND.replace(database, old.generator, leased.generator)) {
        assign(database, leased.generator);
      } else {
        CloseHooks.add(leased.generator, () -> BOUND.remove(database, leased.generator));
      }
      LEASED.put(database, leased);
      CloseHooks.add(leased.generator, () -> forget(database, leased));
      closeAtExit();
      return old == null ? null : old.generator;
    } finally {
      LOCK.unlock();
    }
  }

  private static void forget(String database, Leased leased) {
    LOCK.lock();
    try {
      if (LEASED.remove(database, leased) && LEASED.isEmpty()) {
        doNothingAtExit();
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void closeAtExit() {
    if (hook == null) {
      Thread closing = new Thread(GeneratorRegistry::giveBack);
      Runtime.getRuntime().addShutdownHook(closing);
      hook = closing;
    }
  }

  private static void doNothingAtExit() {
    Thread closing = hook;
    hook = null;
    try {
      boolean unused = closing != null && Runtime.getRuntime().removeShutdownHook(closing);
    } catch (IllegalStateException e) {
      return; // the process is ending, and it is this hook that closes the last one
    }
  }

  private static void giveBack() {
    allLeased().forEach(leased -> leased.generator.close());
  }

  private static List<Leased> allLeased() {
    LOCK.lock();
    try {
      return List.copyOf(LEASED.values());
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Returns the generator for the functions of a database: the one assigned or suggested, otherwise
   * the first that settings described, otherwise the one that system properties describe.
   *
   * @param database the name of the database
   * @return the generator, or empty if there is none
   * @throws IllegalArgumentException if a system property is malformed
   */
  public static Optional<Snowflake> forDatabase(String database) {
    Snowflake bound = BOUND.get(database);
    if (bound != null) {
      return Optional.of(bound);
    }
    for (Snowflake offered : OFFERED.getOrDefault(database, List.of())) {
      if (offered.isOpen()) {
        return Optional.of(offered);
      }
    }
    Snowflake shared = fallback;
    return shared != null && shared.isOpen()
        ? Optional.of(shared)
        : configured(System::getProperty);
  }

  /**
   * Returns the layout with which the functions of a database decode ids.
   *
   * @param database the name of the database
   * @return the layout of the generator that the functions use, otherwise the one that system
   *     properties describe
   */
  public static Layout layout(String database) {
    return forDatabase(database)
        .map(Snowflake::layout)
        .orElseGet(() -> layout(System::getProperty));
  }

  private static Layout layout(Function<String, @Nullable Object> settings) {
    Object text = settings.apply(LAYOUT);
    return text == null ? Layout.DEFAULT : Layout.parse(text.toString());
  }

  private static int workerId(Object value) {
    try {
      return Integer.parseInt(value.toString().strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          WORKER_ID + " must be a whole number: " + WORKER_ID + "=" + value, e);
    }
  }
}
