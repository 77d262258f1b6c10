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
    String state = e.getSQLState();
    if (state != null && (state.startsWith("23") || state.startsWith("40"))) {
      return false;
    }
    throw e;
  }
}
