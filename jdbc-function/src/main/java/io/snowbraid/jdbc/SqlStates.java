package io.snowbraid.jdbc;

import java.sql.SQLException;

/** What the codes of the SQL standard say about a failed write. */
final class SqlStates {

  private SqlStates() {}

  /**
   * Tells a lost race from a failure.
   *
   * @return false: nothing was written, because a row is there already (class 23) or the
   *     transaction was rolled back for another's sake (class 40)
   * @throws SQLException the same one, if it is a failure
   */
  static boolean requireLostRace(SQLException e) throws SQLException {
    if (isRolledBack(e) || hasClass(e, "23")) {
      return false;
    }
    throw e;
  }

  /** Whether the database gave a transaction up for another's sake, so that it is tried again. */
  static boolean isRolledBack(SQLException e) {
    return hasClass(e, "40");
  }

  private static boolean hasClass(SQLException e, String code) {
    return e.getSQLState() != null && e.getSQLState().startsWith(code);
  }
}
