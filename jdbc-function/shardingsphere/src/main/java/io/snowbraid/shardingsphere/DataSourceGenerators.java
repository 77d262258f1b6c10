package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.GeneratorScope;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContext;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.jspecify.annotations.Nullable;

/**
 * Holds the generators of one ShardingSphere data source. ShardingSphere creates several instances
 * of one algorithm, some only to check the configuration. Instances with equal properties share a
 * generator.
 *
 * <p>The generators are closed with their data source, or when it is garbage-collected; this class
 * does not keep it reachable.
 */
final class DataSourceGenerators {

  /** Generators of algorithms without a data source. */
  static final DataSourceGenerators OF_PROCESS = new DataSourceGenerators();

  private static final Cleaner CLEANER = Cleaner.create();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<ComputeNodeInstanceContext, DataSourceGenerators> ALL =
      new WeakHashMap<>();

  private final GeneratorScope generators = new GeneratorScope("data source");
  private volatile WeakReference<@Nullable ContextManager> manager = new WeakReference<>(null);

  private record Key(KeySettings settings, String database) {}

  /** Returns the generators of the data source that a context belongs to. */
  static DataSourceGenerators of(ComputeNodeInstanceContext context) {
    LOCK.lock();
    try {
      return ALL.computeIfAbsent(context, DataSourceGenerators::closedWith);
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Creates generators that are closed when their context is garbage-collected. A weak map alone
   * would notice only on its next use.
   */
  private static DataSourceGenerators closedWith(ComputeNodeInstanceContext context) {
    DataSourceGenerators made = new DataSourceGenerators();
    CLEANER.register(context, made::close);
    return made;
  }

  /** Sets the manager that knows the storage units. */
  void attach(ContextManager opened) {
    manager = new WeakReference<>(opened);
  }

  /**
   * Returns the generator that the settings describe, and leases a worker if it has none.
   *
   * @param database the logical database whose keys are generated
   */
  Snowflake get(KeySettings settings, String database) {
    return settings.fixed().orElseGet(() -> leased(settings, database));
  }

  private Snowflake leased(KeySettings settings, String database) {
    boolean isOfUnit = settings.needsStorageUnit();
    Key key = new Key(settings, isOfUnit ? database : "");
    return generators.get(
        key,
        () ->
            settings
                .generator()
                .builder()
                .worker(
                    settings.source(
                        isOfUnit ? new StorageUnits(manager, database).choose(settings) : null))
                .build());
  }

  /**
   * Closes all generators permanently and releases their workers. ShardingSphere has already closed
   * its pools.
   */
  void close() {
    manager.clear(); // from now on, connections bypass the pools
    generators.close();
  }
}
