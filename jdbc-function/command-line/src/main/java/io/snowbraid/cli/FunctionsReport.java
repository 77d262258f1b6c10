package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
      """
      SELECT substr(n.nspname, 11), quote_ident(n.nspname), pg_get_userbyid(p.proowner),
          pg_has_role(p.proowner, current_user, 'USAGE')
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE p.proname = 'report' AND starts_with(n.nspname, 'snowbraid_') ORDER BY 1
      """;

  private static final String OTHER_TABLES =
      "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relname = (SELECT relname FROM"
          + " pg_class WHERE oid = ?::regclass) AND oid <> ?::regclass";

  private static final int TIMELINES = 4;

  /**
   * Reads the reports of all schemas; none if the database is not PostgreSQL. Functions of a role
   * with fewer rights are not called, because they would get those of the operator.
   *
   * @param findings where these are told of
   */
  static List<FunctionsReport> read(DataSource database, Findings findings) throws SQLException {
    List<FunctionsReport> reports = new ArrayList<>();
    try (Connection connection = database.getConnection()) {
      if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
        return reports;
      }
      try (PreparedStatement schemas = connection.prepareStatement(SCHEMAS);
          ResultSet names = schemas.executeQuery()) {
        while (names.next()) {
          if (names.getBoolean(4)) {
            reports.add(read(connection, names.getString(1), names.getString(2)));
          } else {
            findings.warn("functions", untrusted(names.getString(1), names.getString(3)));
          }
        }
      }
    }
    return reports;
  }

  private static String untrusted(String schema, String owner) {
    return "schema "
        + schema
        + ": not checked, because they belong to a role with fewer rights than yours; run doctor"
        + " as "
        + owner;
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

  /**
   * Returns why the worker is not safely reserved; empty if it is, or if the functions are of an
   * earlier version, which cannot tell.
   */
  Optional<String> problem(DataSource database) throws SQLException {
    String call = "quote_ident('snowbraid_' || ?) || '.worker_problem()'";
    try (Connection connection = database.getConnection();
        PreparedStatement find =
            connection.prepareStatement(
                "SELECT " + call + " WHERE to_regprocedure(" + call + ") IS NOT NULL")) {
      find.setString(1, schema);
      find.setString(2, schema);
      try (ResultSet found = find.executeQuery()) {
        return found.next() ? text(connection, "SELECT " + found.getString(1)) : Optional.empty();
      }
    }
  }

  private static Optional<String> text(Connection connection, String sql) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      row.next();
      return Optional.ofNullable(row.getString(1));
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
