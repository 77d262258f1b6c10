package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;

/** Puts the SQL functions into a database of one kind, over a connection that it was made with. */
public interface FunctionInstaller {

  /**
   * Whether all is there already, in its current form; needs no rights beyond those of a caller.
   */
  boolean isInstalled() throws SQLException;

  /** Installs what is missing. May be called by several processes at once, and again. */
  void install() throws SQLException;
}
