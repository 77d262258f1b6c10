package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.infra.rule.attribute.datasource.DataSourceMapperRuleAttribute;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the storage unit that holds a logical database's worker table. A query through
 * ShardingSphere would reach several units.
 */
final class StorageUnits {

  private final WeakReference<@Nullable ContextManager> manager;
  private final String database;
  private final Map<String, StorageUnit> units;
  private final boolean isMapped;

  /**
   * Finds the storage units of a logical database.
   *
   * @throws WorkerSourceException if the algorithm belongs to no open data source
   */
  StorageUnits(WeakReference<@Nullable ContextManager> manager, String database) {
    ContextManager open = manager.get();
    if (open == null) {
      throw new WorkerSourceException(
          "no ShardingSphere data source is open to lease a worker from for database "
              + database
              + "; set url, directory or worker-id");
    }
    this.manager = manager;
    this.database = database;
    units = new TreeMap<>(open.getStorageUnits(database));
    isMapped =
        !open.getDatabase(database)
            .getRuleMetaData()
            .getAttributes(DataSourceMapperRuleAttribute.class)
            .isEmpty();
  }

  /**
   * Chooses the first that applies: the configured unit, the only unit, the unit with the worker
   * table, the first unit by name. The choice therefore stays the same when units are added.
   *
   * @throws WorkerSourceException if the configured unit does not exist or the choice is ambiguous
   */
  StorageUnitDataSource choose(KeySettings settings) {
    return settings
        .storageUnit()
        .map(this::named)
        .orElseGet(() -> units.size() == 1 ? all().get(0) : found(settings));
  }

  private StorageUnitDataSource named(String name) {
    StorageUnit unit = units.get(name);
    if (unit == null) {
      throw rejected("must be one of " + units.keySet() + ", but is " + name);
    }
    return new StorageUnitDataSource(manager, database, name, unit);
  }

  private List<StorageUnitDataSource> all() {
    return units.keySet().stream().map(this::named).toList();
  }

  private StorageUnitDataSource found(KeySettings settings) {
    if (isMapped) { // replicas also have the table, and shadow databases must not
      throw rejected("must be set to a writable one of " + units.keySet());
    }
    List<StorageUnitDataSource> with = new ArrayList<>(all());
    with.removeIf(unit -> !hasTable(unit, settings.table()));
    if (with.size() > 1) {
      throw rejected("must be set to one of those with table " + settings.table() + ": " + with);
    }
    return with.isEmpty() ? all().get(0) : with.get(0);
  }

  private static boolean hasTable(StorageUnitDataSource unit, String table) {
    try {
      return JdbcWorkerSource.of(unit).withTable(table).hasTable();
    } catch (WorkerSourceException e) {
      throw new WorkerSourceException(
          "storage unit %s could not be checked for the worker table: %s; set %s to check only that one"
              .formatted(unit, e.getMessage(), KeySettings.STORAGE_UNIT),
          e);
    }
  }

  private WorkerSourceException rejected(String rule) {
    return new WorkerSourceException(
        "%s %s (database %s); set the same one in all processes"
            .formatted(KeySettings.STORAGE_UNIT, rule, database));
  }
}
