package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.util.ArrayList;
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
 * The generators that parts of one process share, so that no two of them hold the same worker.
 *
 * <p>A generator is either <em>configured</em>: built here from settings, once for each worker and
 * layout, and open as long as the process runs, because a second one would not know where the lanes
 * of the first one stood. Or it is <em>adopted</em>: built by the application and handed to
 * Hibernate or to the SQL functions of a database.
 */
public final class ProcessGenerators {

  /** The setting that holds the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  /** The setting that holds the text form of the layout. */
  public static final String LAYOUT = "snowbraid.layout";

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Key, Snowflake> CONFIGURED = new HashMap<>();
  private static final List<Snowflake> ADOPTED = new ArrayList<>();

  /** By database, the adopted generator behind its functions. */
  private static final Map<String, Snowflake> BOUND = new ConcurrentHashMap<>();

  /** By database, the generator behind its functions that was leased for it. */
  private static final Map<String, Leased> LEASED = new HashMap<>();

  /** By database, the generators that issue the ids of its rows in the application. */
  private static final Map<String, List<Snowflake>> OFFERED = new ConcurrentHashMap<>();

  /** Configured, and behind functions that nothing was bound or offered to. */
  private static volatile @Nullable Snowflake common;

  private ProcessGenerators() {}

  private record Leased(Object source, Snowflake generator) {}

  private record Key(int worker, Layout layout) {

    static Key of(Snowflake generator) {
      return new Key(generator.workerId(), generator.layout());
    }

    Snowflake build() {
      return Snowflake.builder().layout(layout).worker(WorkerSource.fixed(worker)).build();
    }
  }

  /**
   * Finds or builds the generator that settings describe.
   *
   * @param settings gives the value of a setting, null if it is not set
   * @return the generator, or empty if no worker is set
   * @throws IllegalArgumentException if a setting is malformed or out of range
   * @throws IllegalStateException if an adopted generator holds the worker
   */
  public static Optional<Snowflake> configured(Function<String, @Nullable Object> settings) {
    Object worker = settings.apply(WORKER_ID);
    if (worker == null) {
      return Optional.empty();
    }
    Key key = new Key(workerId(worker), layout(settings));
    LOCK.lock();
    try {
      ADOPTED.removeIf(adopted -> !adopted.isOpen());
      for (Snowflake adopted : ADOPTED) {
        requireOtherWorker(adopted, key);
      }
      Snowflake generator = CONFIGURED.computeIfAbsent(key, Key::build);
      share(generator);
      return Optional.of(generator);
    } finally {
      LOCK.unlock();
    }
  }

  private static void share(Snowflake generator) {
    if (common == null || !common.isOpen()) {
      common = generator;
    }
  }

  /**
   * Lets the SQL functions of a database take ids from a generator, unless another is bound to it,
   * or as long as one is open that was offered before.
   *
   * @param database the name of the database, unique in this process
   * @param generator issues the ids of the rows of that database: its worker says nothing elsewhere
   */
  public static void offer(String database, Snowflake generator) {
    List<Snowflake> offered =
        OFFERED.computeIfAbsent(database, unused -> new CopyOnWriteArrayList<>());
    offered.removeIf(old -> !old.isOpen());
    offered.add(generator);
  }

  /**
   * Takes note of a generator that the application built.
   *
   * @param generator a generator that entities or SQL functions take ids from
   * @throws IllegalStateException if a configured generator holds its worker
   */
  public static void adopt(Snowflake generator) {
    LOCK.lock();
    try {
      Snowflake configured = CONFIGURED.get(Key.of(generator));
      if (configured != null && configured != generator) {
        requireOtherWorker(generator, Key.of(configured));
      }
      ADOPTED.removeIf(adopted -> adopted == generator || !adopted.isOpen());
      if (configured == null) {
        ADOPTED.add(generator);
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void requireOtherWorker(Snowflake adopted, Key configured) {
    if (Key.of(adopted).equals(configured)) {
      throw new IllegalStateException(
          "no two open generators of a process may hold the same worker: the setting "
              + WORKER_ID
              + "="
              + configured.worker()
              + " makes one, and the application has another; use one of them for both entities and"
              + " SQL functions, or give them different workers");
    }
  }

  /**
   * Puts a generator behind the functions of one database.
   *
   * @param database the name of the database, unique in this process
   * @param generator the generator to take ids from
   * @throws IllegalStateException if another open generator stands there, or if a configured
   *     generator holds its worker
   */
  public static void bind(String database, Snowflake generator) {
    adopt(generator);
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
  }

  /**
   * Puts a generator behind the functions of one database that lives as long as the process: unless
   * one stands there that was leased from the same source, and in place of one that was leased from
   * another, which may be closed by now.
   *
   * @param database the name of the database, unique in this process
   * @param source what the worker is leased from
   * @param lease builds a generator
   * @throws IllegalStateException if another open generator stands there
   */
  public static void lease(String database, Object source, Supplier<Snowflake> lease) {
    if (isLeased(database, source)) {
      return;
    }
    Snowflake generator = lease.get(); // asks the store, so not under the lock
    Snowflake surplus = generator;
    try {
      surplus = exchange(database, new Leased(source, generator));
    } finally {
      if (surplus != null) {
        surplus.close();
      }
    }
  }

  private static boolean isLeased(String database, Object source) {
    LOCK.lock();
    try {
      Leased leased = LEASED.get(database);
      return leased != null && leased.source == source && leased.generator.isOpen();
    } finally {
      LOCK.unlock();
    }
  }

  /** Puts a leased generator in its place; what it returns is needed no more. */
  private static @Nullable Snowflake exchange(String database, Leased leased) {
    LOCK.lock();
    try {
      if (isLeased(database, leased.source)) { // another thread was faster
        return leased.generator;
      }
      Leased old = LEASED.get(database);
      if (old == null || !BOUND.replace(database, old.generator, leased.generator)) {
        bind(database, leased.generator);
      }
      if (LEASED.isEmpty()) {
        Runtime.getRuntime().addShutdownHook(new Thread(ProcessGenerators::giveBack));
      }
      LEASED.put(database, leased);
      return old == null ? null : old.generator;
    } finally {
      LOCK.unlock();
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
   * Finds the generator behind the functions of a database: the one bound or offered to it, else
   * the first that settings described, else the one that system properties describe.
   *
   * @param database the name of the database
   * @return the generator, or empty if there is none
   * @throws IllegalArgumentException if a system property is malformed
   */
  public static Optional<Snowflake> behind(String database) {
    Snowflake bound = BOUND.get(database);
    if (bound != null) {
      return Optional.of(bound);
    }
    for (Snowflake offered : OFFERED.getOrDefault(database, List.of())) {
      if (offered.isOpen()) {
        return Optional.of(offered);
      }
    }
    Snowflake shared = common;
    return shared != null && shared.isOpen()
        ? Optional.of(shared)
        : configured(System::getProperty);
  }

  /**
   * Finds the layout that the functions of a database take ids apart with.
   *
   * @param database the name of the database
   * @return the layout of the generator behind the functions, else the one that system properties
   *     describe
   */
  public static Layout layout(String database) {
    return behind(database).map(Snowflake::layout).orElseGet(() -> layout(System::getProperty));
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
