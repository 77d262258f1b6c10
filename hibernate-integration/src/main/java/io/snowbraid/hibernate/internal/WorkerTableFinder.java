package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Finds the worker table. If its name has no schema, the table belongs in Hibernate's default
 * schema and catalog. But one that a connection finds by its name alone may already exist, and it
 * records what was issued.
 *
 * @param name the name in the settings
 * @param qualified the SQL name in the default schema and catalog
 */
public record WorkerTableFinder(String name, String qualified) {

  /**
   * SQL states of the standard and of H2. States of class 42 mean names that are unknown or not
   * accessible to this user.
   */
  private static final Set<String> ABSENT_SCHEMAS = Set.of("3F000", "90079");

  /** Creates a source of workers in the existing table, or in the one to be created. */
  JdbcWorkerSource in(DataSource database, String namespace) {
    JdbcWorkerSource source = JdbcWorkerSource.of(database).withNamespace(namespace);
    return source.withTable(find(source));
  }

  /**
   * Finds the table.
   *
   * @param source accesses the database
   * @return the name of the existing table, otherwise of the one to be created
   */
  public String find(JdbcWorkerSource source) {
    if (name.equals(qualified)) {
      return name;
    }
    return first(source, WorkerTableFinder::hasFunctions)
        .or(() -> first(source, workers -> true))
        .orElse(qualified);
  }

  private Optional<String> first(JdbcWorkerSource source, Predicate<List<WorkerInfo>> condition) {
    return Stream.of(qualified, name)
        .filter(table -> workers(source.withTable(table)).filter(condition).isPresent())
        .findFirst();
  }

  /**
   * Tells whether SQL functions that run in the server use the table; their worker is reserved
   * permanently.
   */
  private static boolean hasFunctions(List<WorkerInfo> workers) {
    return workers.stream().anyMatch(worker -> worker.state() == State.RESERVED);
  }

  /**
   * Reads the workers of a table; empty if it does not exist or is not accessible to this user.
   * Other failures are thrown.
   */
  private static Optional<List<WorkerInfo>> workers(JdbcWorkerSource source) {
    try {
      return Optional.of(source.workers());
    } catch (WorkerSourceException e) {
      if (isAbsent(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Tells whether a table could not be created because its schema is missing.
   *
   * @param failure the exception
   * @return whether the schema is missing
   */
  public static boolean isSchemaAbsent(Throwable failure) {
    return states(failure).anyMatch(ABSENT_SCHEMAS::contains);
  }

  private static boolean isAbsent(Throwable failure) {
    return isSchemaAbsent(failure) || states(failure).anyMatch(state -> state.startsWith("42"));
  }

  private static Stream<String> states(Throwable failure) {
    return Causes.of(failure, SQLException.class).map(cause -> String.valueOf(cause.getSQLState()));
  }
}
