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
 * Finds the worker table. A table whose name has no schema belongs in Hibernate's default schema
 * and catalog. If only a table that a connection finds by its bare name exists, that one is used,
 * because it records issued ids.
 *
 * @param name the name in the settings
 * @param qualified the SQL name in the default schema and catalog
 */
public record WorkerTableFinder(String name, String qualified) {

  /**
   * SQL states for a missing schema, of the standard and of H2. Class 42 states mean that a name is
   * unknown or inaccessible to this user.
   */
  private static final Set<String> ABSENT_SCHEMAS = Set.of("3F000", "90079");

  /** Creates a worker source for the existing table, or for the table to be created. */
  JdbcWorkerSource in(DataSource database, String namespace) {
    JdbcWorkerSource source = JdbcWorkerSource.of(database).withNamespace(namespace);
    return source.withTable(find(source));
  }

  /**
   * Finds the table.
   *
   * @param source accesses the database
   * @return the name of the existing table, otherwise of the table to be created
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
   * Returns whether SQL functions inside the database server use the table. Their worker is
   * reserved permanently.
   */
  private static boolean hasFunctions(List<WorkerInfo> workers) {
    return workers.stream().anyMatch(worker -> worker.state() == State.RESERVED);
  }

  /**
   * Returns a table's workers; empty if the table is missing or inaccessible to this user. Throws
   * other failures.
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
   * Returns whether a table could not be created because its schema is missing.
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
