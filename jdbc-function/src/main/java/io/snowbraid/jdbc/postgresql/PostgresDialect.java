package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverState;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The dialect of PostgreSQL, whose functions issue ids in the server. */
public final class PostgresDialect extends DatabaseDialect {

  /** Creates the dialect of PostgreSQL. */
  public PostgresDialect() {
    super("PostgreSQL");
  }

  /** Asks the server only if the driver knows of an open transaction. */
  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) throws SQLException {
    Optional<String> state =
        DriverState.of(connection, "org.postgresql.core.BaseConnection", "getTransactionState")
            .map(Object::toString);
    return state.isPresent() && state.get().equals("OPEN")
        ? Optional.of(hasTransactionId(connection))
        : state.map("FAILED"::equals);
  }

  /** Returns whether a transaction has written something, or locked a row. */
  private static boolean hasTransactionId(Connection connection) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("select txid_current_if_assigned()")) {
      return row.next() && row.getObject(1) != null;
    }
  }

  @Override
  public void requireOnlyTable(Connection connection, String table) throws SQLException {
    PostgresWorkerTables.requireOnly(connection, table);
  }

  @Override
  protected boolean hasIfNotExists() {
    return true;
  }

  @Override
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.of(update + " returning " + columns);
  }

  @Override
  public boolean hasArrays() {
    return true;
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new PostgresInstaller(connection, target);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(PostgresInstaller.script(target));
  }

  @Override
  public void uninstall(Connection connection) throws SQLException {
    PostgresInstaller.uninstall(connection);
  }

  /**
   * Returns the statement that removes the functions.
   *
   * @return SQL
   */
  public static String uninstallScript() {
    return PostgresInstaller.uninstallScript();
  }

  @Override
  public boolean issuesItself() {
    return true;
  }

  @Override
  public boolean commitsAtInstall() {
    return false;
  }
}
