package io.snowbraid.jdbc.integration;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import javax.sql.DataSource;

/**
 * Shares a generator with the SQL functions of a database, so that the ids of both are unique
 * together.
 */
public final class SharedGenerator {

  private SharedGenerator() {}

  /**
   * Lets the functions take ids from a generator that also issues the ids of entities. Has no
   * effect if another process or the server itself issues the ids of the functions. Installs
   * nothing.
   *
   * @param dataSource the database
   * @param generator the generator that the functions take their ids from while it is open, unless
   *     the application installs them with another
   * @throws io.snowbraid.worker.WorkerSourceException if the database fails
   */
  public static void share(DataSource dataSource, Snowflake generator) {
    TimedCall.run(
            dataSource,
            TimeLimit.DDL,
            borrowed -> Dialects.of(borrowed.connection()).local(borrowed.connection()))
        .ifPresent(database -> GeneratorRegistry.suggest(database, generator));
  }
}
