package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The dialect of PostgreSQL, whose functions issue ids in the server. */
public final class PostgresDialect extends DatabaseDialect {

  /** Creates the dialect of PostgreSQL. */
  public PostgresDialect() {
    super("PostgreSQL");
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
