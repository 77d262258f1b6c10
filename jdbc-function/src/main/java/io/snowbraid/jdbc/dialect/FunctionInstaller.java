package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;

/** Installs the SQL functions in one kind of database, over the connection passed at creation. */
public interface FunctionInstaller {

  /**
   * Returns whether all functions are installed in their current version. Needs only the privileges
   * to call the functions.
   */
  boolean isInstalled() throws SQLException;

  /** Installs missing functions. May be called repeatedly and by several processes at once. */
  void install() throws SQLException;
}
