package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.WorkerInfo;
import io.snowbraid.jdbc.WorkerInfo.State;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Finds the table of workers. Without a schema of its own it is in Hibernate's default schema and
 * catalog; but one that a connection finds by its name alone may be there already, and it knows
 * what was issued.
 *
 * @param name as it was set
 * @param qualified in the default schema and catalog, as SQL
 */
public record WorkerTableFinder(String name, String qualified) {

  /**
   * As the standard says it, and H2; class 42 is of names that are unknown or not for this user.
   */
  private static final Set<String> ABSENT_SCHEMAS = Set.of("3F000", "90079");

  /** A source of workers in the table that is there, or in the one that is to be made. */
  JdbcWorkerSource in(DataSource database, String namespace) {
    JdbcWorkerSource source = JdbcWorkerSource.of(database).namespace(namespace);
    return source.table(find(source));
  }

  /**
   * Finds the table.
   *
   * @param source looks into the database
   * @return its name: that of one which is there, else of the one that is to be made
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
        .filter(table -> workers(source.table(table)).filter(condition).isPresent())
        .findFirst();
  }

  /** The server's own SQL functions have a worker that is reserved for ever. */
  private static boolean hasFunctions(List<WorkerInfo> workers) {
    return workers.stream().anyMatch(worker -> worker.state() == State.RESERVED);
  }

  /** Empty if there is no such table, or none for this user; any other failure is one. */
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
   * Tells whether a table could not be made because its schema is missing.
   *
   * @param failure what the database said
   * @return whether it said that
   */
  public static boolean isSchemaAbsent(Throwable failure) {
    return states(failure).anyMatch(ABSENT_SCHEMAS::contains);
  }

  private static boolean isAbsent(Throwable failure) {
    return isSchemaAbsent(failure) || states(failure).anyMatch(state -> state.startsWith("42"));
  }

  private static Stream<String> states(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(cause -> String.valueOf(((SQLException) cause).getSQLState()));
  }
}
