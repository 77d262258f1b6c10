package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What the SQL functions in one schema of a PostgreSQL database report about themselves.
 *
 * @param schema the schema in which callers find them
 * @param namespace the namespace of their ids
 * @param worker their worker
 * @param workers the qualified name of their worker table
 * @param isHome false in a copy that nobody has adopted
 * @param isReplica whether the server is read-only
 * @param timeline PostgreSQL's own timeline; 0 on a replica
 * @param lanesAhead how many of the four rollback numbers are ahead of the clock
 */
record FunctionsReport(
    String schema,
    String namespace,
    int worker,
    String workers,
    boolean isHome,
    boolean isReplica,
    int timeline,
    int lanesAhead) {

  private static final String SCHEMAS =
      "SELECT substr(n.nspname, 11), quote_ident(n.nspname) FROM pg_proc p JOIN pg_namespace n ON"
          + " n.oid = p.pronamespace WHERE p.proname = 'report' AND starts_with(n.nspname,"
          + " 'snowbraid_') ORDER BY 1";

  private static final String OTHER_TABLES =
      "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relname = (SELECT relname FROM"
          + " pg_class WHERE oid = ?::regclass) AND oid <> ?::regclass";

  private static final int TIMELINES = 4;

  /** Reads the reports of all schemas; none if the database is not PostgreSQL. */
  static List<FunctionsReport> read(DataSource database) throws SQLException {
    List<FunctionsReport> reports = new ArrayList<>();
    try (Connection connection = database.getConnection()) {
      if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
        return reports;
      }
      try (PreparedStatement schemas = connection.prepareStatement(SCHEMAS);
          ResultSet names = schemas.executeQuery()) {
        while (names.next()) {
          reports.add(read(connection, names.getString(1), names.getString(2)));
        }
      }
    }
    return reports;
  }

  private static FunctionsReport read(Connection connection, String schema, String inner)
      throws SQLException {
    try (PreparedStatement report =
            connection.prepareStatement("SELECT * FROM " + inner + ".report()");
        ResultSet row = report.executeQuery()) {
      row.next();
      return new FunctionsReport(
          schema,
          row.getString("namespace"),
          row.getInt("worker"),
          row.getString("workers"),
          row.getBoolean("is_home"),
          row.getBoolean("is_replica"),
          row.getInt("timeline"),
          row.getInt("lanes_ahead"));
    }
  }

  /** Counts the tables of the same name in other schemas. */
  int otherTables(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement count = connection.prepareStatement(OTHER_TABLES)) {
      count.setString(1, workers);
      count.setString(2, workers);
      try (ResultSet row = count.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  /** Tells whether both would issue the same ids. */
  boolean issuesSameIdsAs(FunctionsReport other) {
    return namespace.equals(other.namespace)
        && worker == other.worker
        && !isReplica
        && !other.isReplica
        && isHome
        && other.isHome
        && timeline % TIMELINES == other.timeline % TIMELINES;
  }
}
