package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;

/**
 * Installs the SQL functions in one kind of database, over the connection that it was created with.
 */
public interface FunctionInstaller {

  /**
   * Returns whether everything is installed in its current version. Needs only the privileges of a
   * caller of the functions.
   */
  boolean isInstalled() throws SQLException;

  /** Installs what is missing. May be called repeatedly, and by several processes at once. */
  void install() throws SQLException;
}
