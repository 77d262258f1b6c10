package io.snowbraid.shardingsphere;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.jspecify.annotations.Nullable;

/**
 * Provides connections to one storage unit: from its current pool, or directly once the
 * ShardingSphere data source is closed or garbage-collected, so that the worker can still be
 * released.
 */
final class StorageUnitDataSource extends DriverDataSource {

  private final WeakReference<@Nullable ContextManager> manager;
  private final String database;
  private final String name;

  StorageUnitDataSource(
      WeakReference<@Nullable ContextManager> manager,
      String database,
      String name,
      StorageUnit unit) {
    super(
        Objects.requireNonNullElse(known(unit, "url"), ""),
        known(unit, "username"),
        known(unit, "password"));
    this.manager = manager;
    this.database = database;
    this.name = name;
  }

  private static @Nullable String known(StorageUnit unit, String property) {
    Object known = unit.getDataSourcePoolProperties().getAllStandardProperties().get(property);
    return known == null ? null : known.toString();
  }

  @Override
  public Connection getConnection() throws SQLException {
    DataSource pool = pool();
    return pool == null ? super.getConnection() : pool.getConnection();
  }

  private @Nullable DataSource pool() {
    ContextManager open = manager.get();
    StorageUnit unit = open == null ? null : open.getStorageUnits(database).get(name);
    return unit == null ? null : unit.getDataSource();
  }

  @Override
  public String toString() {
    return name;
  }
}
