package io.snowbraid.jdbc.duckdb;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The dialect of DuckDB, whose functions belong to the process that has the database open. */
public final class DuckDbDialect extends DatabaseDialect {

  /** Creates the dialect of DuckDB. */
  public DuckDbDialect() {
    super("DuckDB");
  }

  /** Derives the state from the message, because DuckDB has no error codes. */
  @Override
  public String state(SQLException e) {
    String message = message(e);
    if (message.startsWith("Catalog Error: Table with name")) {
      return NO_TABLE;
    }
    if (message.startsWith("Binder Error")) {
      return NO_COLUMN;
    }
    if (message.startsWith("TransactionContext Error")) {
      return ROLLED_BACK;
    }
    if (message.contains("read-only mode")) {
      return READ_ONLY;
    }
    if (message.startsWith("Constraint Error")) {
      return message.contains("Duplicate key") ? DUPLICATE : CONSTRAINT;
    }
    return super.state(e);
  }

  /**
   * After a commit that fails, the database has no transaction, but the driver believes it has one,
   * and would begin no other. So one is begun for it.
   */
  @Override
  public void rollBack(Connection connection) throws SQLException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      if (!message(e).contains("no transaction is active")) {
        throw e;
      }
      try (Statement begin = connection.createStatement()) {
        begin.execute("begin");
      }
      connection.rollback();
    }
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target)
      throws SQLException {
    return new DuckDbInstaller(connection);
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    return Optional.of(LocalDatabase.lasting(DatabaseName.of(connection)));
  }
}
