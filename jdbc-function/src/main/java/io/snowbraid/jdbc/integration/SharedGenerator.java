package io.snowbraid.jdbc.integration;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import javax.sql.DataSource;

/**
 * Shares a generator with a database's SQL functions, so that the ids of both are unique together.
 */
public final class SharedGenerator {

  private SharedGenerator() {}

  /**
   * Lets the functions take ids from a generator that also generates entity ids. Has no effect if
   * another process or the database server generates the functions' ids. Installs no functions.
   *
   * @param dataSource the database
   * @param generator generates the functions' ids while it is open, unless the application installs
   *     the functions with another generator
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
