package io.snowbraid.jdbc;

import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A data source whose connections have the SQL functions, as {@link SnowflakeFunctions#wrap wrap}
 * returns it. Its connections are those of the wrapped data source; unwrapping leads to it.
 *
 * <p>Safe for use by any number of threads if the wrapped data source is. Applications do not
 * implement this; further methods may be added.
 */
public interface FunctionsDataSource extends DataSource, AutoCloseable {

  /**
   * Releases the worker if one was leased for the functions, and then closes the wrapped data
   * source if it can be closed. A generator that was passed in stays open.
   *
   * @throws SQLException if the wrapped data source cannot be closed
   */
  @Override
  void close() throws SQLException;
}
