package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import org.jspecify.annotations.Nullable;

/**
 * Holds the worker that this process leased for functions {@linkplain
 * SnowflakeFunctions#install(javax.sql.DataSource, FunctionOptions) installed} in a database.
 *
 * <p>Closing the handle is optional, because the worker is also released when the process exits.
 * Close it if the functions are no longer needed earlier, such as when an application server
 * unloads the application.
 *
 * <p>All handles for one database and data source share one worker: closing one disables the
 * functions for all.
 *
 * <p>Thread-safe.
 */
public final class InstalledFunctions implements AutoCloseable {

  /** The functions' generator; null if none was leased here, such as for PostgreSQL. */
  private final @Nullable Snowflake generator;

  InstalledFunctions(@Nullable Snowflake generator) {
    this.generator = generator;
  }

  /**
   * Releases the leased worker. The functions stay installed, but fail until they are installed
   * again. Has no effect when repeated, or if no worker was leased here, such as in PostgreSQL.
   */
  @Override
  public void close() {
    if (generator != null) {
      generator.close();
    }
  }
}
