package io.snowbraid.jdbc.sequencetable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.jdbc.dialect.SqlStates;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes one of the two tables. A write that the database rolls back in favour of another one has
 * not been compared with the row, so it is tried again; otherwise a server would take it for a row
 * that is not as expected.
 */
abstract class SequenceTable extends StoreTable {

  /** How often a write is tried that is rolled back each time. */
  private static final int ATTEMPTS = 100;

  private static final int MAX_PAUSE_MILLIS = 50;

  private final String namespace;

  SequenceTable(BorrowedConnection borrowed, String table, String namespace, StoreFailures failures)
      throws SQLException {
    super(borrowed, table, failures);
    this.namespace = namespace;
  }

  final String namespace() {
    return namespace;
  }

  @Override
  protected final String context() {
    return ", namespace=" + namespace;
  }

  /** A write that can be repeated. */
  interface Attempt<T> {
    T run() throws SQLException;
  }

  /** Writes until the write is not rolled back in favour of another one. */
  final <T> T repeated(Attempt<T> attempt) throws SQLException {
    for (int round = 1; ; round++) {
      try {
        requireNotAbandoned();
        return attempt.run();
      } catch (SQLException e) {
        SQLException reason = reason(e);
        if (round == ATTEMPTS || !SqlStates.isRolledBack(dialect().state(reason))) {
          throw writeFailure(reason);
        }
      }
      pause(round);
    }
  }

  /** Writes in one transaction, durably. */
  final <T> T inTransaction(Attempt<T> work) throws SQLException {
    Connection connection = connection();
    connection.setAutoCommit(false);
    T result;
    try {
      result = work.run();
      requireNotAbandoned();
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      rollBack(e);
      throw e;
    }
    connection.setAutoCommit(true);
    dialect().force(connection);
    return result;
  }

  /** Rolls back; auto-commit mode must not return before, because that would commit. */
  private void rollBack(Exception reason) {
    try {
      dialect().rollBack(connection());
      connection().setAutoCommit(true);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** Returns the failure of the statement in a batch, because some drivers hide its codes. */
  static SQLException reason(SQLException e) {
    if (!(e instanceof BatchUpdateException)) {
      return e;
    }
    SQLException next = e.getNextException();
    return next != null ? next : e.getCause() instanceof SQLException cause ? cause : e;
  }

  /** Waits for a random time, so that those who compete come one after another. */
  private static void pause(int round) {
    LockSupport.parkNanos(
        ThreadLocalRandom.current()
            .nextLong(TimeUnit.MILLISECONDS.toNanos(Math.min(round, MAX_PAUSE_MILLIS))));
  }
}
