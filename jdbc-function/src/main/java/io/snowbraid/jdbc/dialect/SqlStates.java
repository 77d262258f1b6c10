package io.snowbraid.jdbc.dialect;

import io.snowbraid.jdbc.internal.Causes;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Interprets the SQL states of failures. */
public final class SqlStates {

  private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04", "90079");

  /** PostgreSQL's code; and MariaDB's and H2's. */
  private static final Set<String> NO_COLUMN = Set.of("42703", "42S22");

  /** The standard's code, used by PostgreSQL, MariaDB and HSQLDB; and H2's. */
  private static final Set<String> READ_ONLY = Set.of("25006", "90097");

  /**
   * PostgreSQL's codes for a cancelled statement and a lock timeout, and the standard's for a
   * timeout.
   */
  private static final Set<String> TIMED_OUT = Set.of("57014", "55P03", "HYT00");

  /**
   * H2's codes for a database that is closed or being closed, such as at JVM shutdown, and for
   * closed objects.
   */
  private static final Set<String> CLOSED = Set.of("90007", "90067", "90098", "90121", "90135");

  /** PostgreSQL's code, to which other dialects map theirs; and H2's. */
  private static final Set<String> DENIED = Set.of("42501", "90096");

  /** The usual code; and the standard's, from databases with one code for all constraints. */
  private static final Set<String> DUPLICATE = Set.of("23505", "23000");

  private SqlStates() {}

  /**
   * Returns whether the database was closed under the connection; a new connection may reopen it.
   */
  public static boolean isClosed(SQLException failure) {
    return failure.getSQLState() != null && CLOSED.contains(failure.getSQLState());
  }

  /** Returns whether a call failed because the database was closed under its connection. */
  public static boolean isDatabaseClosed(Exception failure) {
    SQLException reason = reason(failure);
    return reason != null && isClosed(reason);
  }

  /** Returns the driver's failure. Pools and batches wrap it in failures without state or code. */
  public static SQLException origin(SQLException failure) {
    return Causes.of(failure, SqlStates::wrapped).reduce(failure, (wrapper, wrapped) -> wrapped);
  }

  private static @Nullable SQLException wrapped(SQLException failure) {
    boolean isWrapper =
        failure instanceof BatchUpdateException
            || (failure.getSQLState() == null && failure.getErrorCode() == 0);
    if (isWrapper && failure.getNextException() != null) {
      return failure.getNextException();
    }
    return isWrapper && failure.getCause() instanceof SQLException cause ? cause : null;
  }

  /** Returns the failure of the database or driver; null if a call failed for another reason. */
  public static @Nullable SQLException reason(Exception failure) {
    Throwable cause = failure instanceof SQLException ? failure : failure.getCause();
    return cause instanceof SQLException reason ? origin(reason) : null;
  }

  /** Returns whether a statement exceeded its time limit. */
  public static boolean isTimedOut(String state) {
    return TIMED_OUT.contains(state);
  }

  /**
   * Returns whether a row already exists or the transaction was rolled back in favour of another.
   */
  public static boolean isLostRace(String state) {
    return isRolledBack(state) || isDuplicate(state);
  }

  /** Returns whether a row with the same key already exists. */
  public static boolean isDuplicate(String state) {
    return DUPLICATE.contains(state);
  }

  /** Returns whether any constraint was violated. */
  public static boolean isConstraint(String state) {
    return state.startsWith("23");
  }

  /** Returns whether the user lacks a privilege. */
  public static boolean isDenied(String state) {
    return DENIED.contains(state);
  }

  /** Returns whether a transaction was rolled back in favour of another and can be retried. */
  public static boolean isRolledBack(String state) {
    return state.startsWith("40");
  }

  /**
   * Returns whether the table or schema does not exist, by the codes of PostgreSQL, MariaDB and H2.
   */
  public static boolean isNoTable(String state) {
    return NO_TABLE.contains(state);
  }

  /** Returns whether a table or one of its columns does not exist; HSQLDB has one code for both. */
  public static boolean isNoTableOrColumn(String state) {
    return isNoTable(state) || NO_COLUMN.contains(state);
  }

  /** Returns whether the database or its connections are read-only. */
  public static boolean isReadOnly(String state) {
    return READ_ONLY.contains(state);
  }
}
