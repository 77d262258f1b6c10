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
 * Connections to one storage unit: from its pool as it is now, and beside it once the data source
 * is closed or forgotten, so that a worker can still be given back.
 */
final class StorageUnitDataSource extends PlainDataSource {

  private final WeakReference<@Nullable ContextManager> manager;
  private final String database;
  private final String name;
  private final DriverDataSource beside;

  StorageUnitDataSource(
      WeakReference<@Nullable ContextManager> manager,
      String database,
      String name,
      StorageUnit unit) {
    this.manager = manager;
    this.database = database;
    this.name = name;
    Map<String, Object> known = unit.getDataSourcePoolProperties().getAllStandardProperties();
    beside =
        new DriverDataSource(
            Objects.toString(known.get("url"), ""),
            Objects.toString(known.get("username"), null),
            Objects.toString(known.get("password"), null));
  }

  @Override
  public Connection getConnection() throws SQLException {
    DataSource pool = pool();
    return pool == null ? beside.getConnection() : pool.getConnection();
  }

  private @Nullable DataSource pool() {
    ContextManager open = manager.get();
    StorageUnit unit = open == null ? null : open.getStorageUnits(database).get(name);
    return unit == null ? null : unit.getDataSource();
  }

  /**
   * Tells whether a table is there.
   *
   * @param table its name, which may be quoted and have that of its schema before it
   * @throws WorkerSourceException if the database cannot be asked
   */
  boolean hasTable(String table) {
    String wanted = table.substring(table.lastIndexOf('.') + 1).replaceAll("[\"`\\[\\]]", "");
    try (Connection connection = getConnection()) {
      return hasTable(connection, wanted);
    } catch (SQLException e) {
      throw new WorkerSourceException(
          "each storage unit must answer whether it has the table of workers: "
              + this
              + ", table="
              + table
              + ": "
              + e.getMessage()
              + "; set "
              + KeyProperty.STORAGE_UNIT
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
