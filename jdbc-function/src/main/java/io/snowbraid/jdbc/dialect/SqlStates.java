package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;
import java.util.Set;

/** What the codes of the SQL standard say about a failure. */
public final class SqlStates {

  private static final Set<String> NO_TABLE =
      Set.of("42P01", "42S02", "42S03", "42S04", "90079", "42X05", "42Y07");

  /** The standard's code, which PostgreSQL, MariaDB and HSQLDB have, H2's and Derby's. */
  private static final Set<String> READ_ONLY = Set.of("25006", "90097", "25502", "25503");

  /** PostgreSQL's code for a statement that was cancelled, and the standard's for one in time. */
  private static final Set<String> GIVEN_UP = Set.of("57014", "HYT00");

  /** H2's codes for a database that is closed, as at the end of the process, and what was in it. */
  private static final Set<String> CLOSED = Set.of("90007", "90067", "90098", "90121");

  private SqlStates() {}

  /** Whether the database was closed below the connection; a new one may open it again. */
  public static boolean isClosed(SQLException failure) {
    return failure.getSQLState() != null && CLOSED.contains(failure.getSQLState());
  }

  /** Whether a statement took longer than it may. */
  public static boolean isGivenUp(String state) {
    return GIVEN_UP.contains(state);
  }

  /** Whether a row is there already, or the transaction was rolled back for another's sake. */
  public static boolean isLostRace(String state) {
    return isRolledBack(state) || state.startsWith("23");
  }

  /** Whether the database gave a transaction up for another's sake, so that it is tried again. */
  public static boolean isRolledBack(String state) {
    return state.startsWith("40");
  }

  /** Whether there is no such table or schema, as PostgreSQL, MariaDB, H2 and Derby say it. */
  public static boolean isNoTable(String state) {
    return NO_TABLE.contains(state);
  }

  /** Whether the database, or its connections, can be read only. */
  public static boolean isReadOnly(String state) {
    return READ_ONLY.contains(state);
  }
}
