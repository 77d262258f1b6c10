package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import org.jspecify.annotations.Nullable;

/**
 * A handle for functions that {@link SnowflakeFunctions#install(javax.sql.DataSource,
 * FunctionOptions) install} has installed in a database, and for the worker that this process holds
 * for them.
 *
 * <p>It need not be closed: the worker is also released when the process ends. Close it where the
 * functions end before the process does, such as in an application that is unloaded from a server.
 *
 * <p>All handles of one database that were made over the same data source share one worker: closing
 * any of them ends the functions for all.
 *
 * <p>Safe for use by any number of threads.
 */
public final class InstalledFunctions implements AutoCloseable {

  /** The generator of the functions; null if the database's server issues the ids itself. */
  private final @Nullable Snowflake generator;

  InstalledFunctions(@Nullable Snowflake generator) {
    this.generator = generator;
  }

  /**
   * Releases the worker that was leased for the functions. They stay installed, but fail until they
   * are installed again. Closing again has no effect, and in PostgreSQL, whose server issues the
   * ids, closing has none at all.
   */
  @Override
  public void close() {
    if (generator != null) {
      generator.close();
    }
  }
}
