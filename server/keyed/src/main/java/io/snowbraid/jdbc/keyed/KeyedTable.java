package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import java.sql.Connection;
import java.sql.SQLException;

/** Writes one of the two tables, one row or many in one transaction. */
abstract class KeyedTable extends StoreTable {

  private final String namespace;

  KeyedTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table);
    this.namespace = namespace;
  }

  final String namespace() {
    return namespace;
  }

  @Override
  protected final String context() {
    return ", namespace=" + namespace;
  }

  /** Writes in one transaction, durably. */
  final <T> T inTransaction(Attempt<T> work) throws SQLException {
    Connection connection = connection();
    connection.setAutoCommit(false);
    T result;
    try {
      result = work.run();
      requireNotGivenUp();
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
      connection().rollback();
      connection().setAutoCommit(true);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
