package io.snowbraid.shardingsphere;

import io.snowbraid.worker.WorkerSourceException;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.jspecify.annotations.Nullable;

/**
 * Provides connections to one storage unit: from its current pool, or directly after the data
 * source was closed or garbage-collected, so that a worker can still be released.
 */
final class StorageUnitDataSource extends PlainDataSource {

  private final WeakReference<@Nullable ContextManager> manager;
  private final String database;
  private final String name;
  private final DriverDataSource unpooled;

  StorageUnitDataSource(
      WeakReference<@Nullable ContextManager> manager,
      String database,
      String name,
      StorageUnit unit) {
    this.manager = manager;
    this.database = database;
    this.name = name;
    Map<String, Object> known = unit.getDataSourcePoolProperties().getAllStandardProperties();
    unpooled =
        new DriverDataSource(
            Objects.toString(known.get("url"), ""),
            Objects.toString(known.get("username"), null),
            Objects.toString(known.get("password"), null));
  }

  @Override
  public Connection getConnection() throws SQLException {
    DataSource pool = pool();
    return pool == null ? unpooled.getConnection() : pool.getConnection();
  }

  private @Nullable DataSource pool() {
    ContextManager open = manager.get();
    StorageUnit unit = open == null ? null : open.getStorageUnits(database).get(name);
    return unit == null ? null : unit.getDataSource();
  }

  /**
   * Tells whether a table exists.
   *
   * @param table its name, which may be quoted and qualified with a schema
   * @throws WorkerSourceException if the database cannot be queried
   */
  boolean hasTable(String table) {
    String wanted = table.substring(table.lastIndexOf('.') + 1).replaceAll("[\"`\\[\\]]", "");
    try (Connection connection = getConnection()) {
      return hasTable(connection, wanted);
    } catch (SQLException e) {
      throw new WorkerSourceException(
          "storage unit could not be asked for the worker table: "
              + this
              + ", table="
              + table
              + ": "
              + e.getMessage()
              + "; set "
              + KeySettings.STORAGE_UNIT
              + " to ask only that one",
          e);
    }
  }

  private static boolean hasTable(Connection connection, String wanted) throws SQLException {
    try (ResultSet tables =
        connection.getMetaData().getTables(connection.getCatalog(), null, "%", null)) {
      while (tables.next()) {
        if (wanted.equalsIgnoreCase(tables.getString("TABLE_NAME"))) {
          return true;
        }
      }
      return false;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
