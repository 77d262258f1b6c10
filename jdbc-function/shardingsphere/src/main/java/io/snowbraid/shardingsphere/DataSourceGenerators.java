package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContext;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.jspecify.annotations.Nullable;

/**
 * The generators of one ShardingSphere data source. ShardingSphere makes several objects of one
 * algorithm, some only to check the configuration; those with equal properties share a generator.
 *
 * <p>A data source closes them when it is closed. Nothing here keeps it reachable: once it is
 * collected, they are closed as well.
 */
final class DataSourceGenerators {

  /** For algorithms that belong to no data source. */
  static final DataSourceGenerators OF_PROCESS = new DataSourceGenerators();

  private static final Cleaner CLEANER = Cleaner.create();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<ComputeNodeInstanceContext, DataSourceGenerators> ALL =
      new WeakHashMap<>();

  private final Map<Key, SharedGenerator> generators = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile WeakReference<@Nullable ContextManager> manager = new WeakReference<>(null);
  private @Nullable Thread exitHook;
  private boolean isClosed;

  private record Key(KeySettings settings, String database) {}

  /** The generators of the data source that a context belongs to. */
  static DataSourceGenerators of(ComputeNodeInstanceContext context) {
    LOCK.lock();
    try {
      return ALL.computeIfAbsent(context, DataSourceGenerators::closedWith);
    } finally {
      LOCK.unlock();
    }
  }

  /** The map alone would keep them until it is used again. */
  private static DataSourceGenerators closedWith(ComputeNodeInstanceContext context) {
    DataSourceGenerators made = new DataSourceGenerators();
    Cleaner.Cleanable unused = CLEANER.register(context, made::close);
    return made;
  }

  /** Tells where storage units are found. */
  void attach(ContextManager opened) {
    manager = new WeakReference<>(opened);
  }

  /**
   * Gives the generator that settings describe; takes a worker if there is none yet.
   *
   * @param database the logical database whose key is made
   */
  Snowflake get(KeySettings settings, String database) {
    return settings.fixed().orElseGet(() -> leased(settings, database));
  }

  private Snowflake leased(KeySettings settings, String database) {
    boolean isOfUnit = settings.needsStorageUnit();
    Key key = new Key(settings, isOfUnit ? database : "");
    SharedGenerator shared = generators.computeIfAbsent(key, any -> new SharedGenerator());
    return shared.get(
        () -> {
          closeAtExit();
          return settings
              .builder()
              .worker(settings.source(isOfUnit ? unit(settings, database) : null))
              .build();
        });
  }

  private StorageUnitDataSource unit(KeySettings settings, String database) {
    return StorageUnits.of(manager, database).choose(settings);
  }

  private void closeAtExit() {
    lock.lock();
    try {
      if (isClosed) {
        throw new IllegalStateException(
            "data source must be open to generate keys: closed=true; make a new one");
      }
      if (exitHook == null) {
        Thread hook = new Thread(this::closeAll);
        Runtime.getRuntime().addShutdownHook(hook);
        exitHook = hook;
      }
    } finally {
      lock.unlock();
    }
  }

  private void closeAll() {
    generators.values().forEach(SharedGenerator::close);
  }

  /** Gives all workers back, for good. ShardingSphere has closed its pools by now. */
  void close() {
    manager.clear(); // from here on, connections are opened beside the pools
    removeExitHook();
    closeAll();
  }

  private void removeExitHook() {
    lock.lock();
    try {
      isClosed = true;
      boolean unused = exitHook != null && Runtime.getRuntime().removeShutdownHook(exitHook);
      exitHook = null;
    } catch (IllegalStateException e) {
      return; // the process ends, and the hook closes what is left
    } finally {
      lock.unlock();
    }
  }
}
