package io.snowbraid.jdbc;

import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A data source whose connections have the SQL functions, as returned by {@link
 * SnowflakeFunctions#wrap wrap}. It delegates to the wrapped data source and unwraps to it.
 *
 * <p>Thread-safe if the wrapped data source is. Not for implementation by applications, because
 * methods may be added.
 */
public interface FunctionsDataSource extends DataSource, AutoCloseable {

  /**
   * Releases the worker if one was leased for the functions, then closes the wrapped data source if
   * it is closeable. A generator passed in by the caller stays open.
   *
   * @throws SQLException if the wrapped data source cannot be closed
   */
  @Override
  void close() throws SQLException;
}
