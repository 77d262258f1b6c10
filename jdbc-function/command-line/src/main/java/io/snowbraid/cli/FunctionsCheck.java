package io.snowbraid.cli;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks a PostgreSQL database's SQL functions, and definitions that call H2's. */
final class FunctionsCheck {

  private static final String SCHEMAS =
      """
      SELECT quote_ident(n.nspname), substr(n.nspname, 11), pg_get_userbyid(p.proowner),
          pg_has_role(p.proowner, current_user, 'USAGE')
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE p.proname = 'report' AND starts_with(n.nspname, 'snowbraid_') ORDER BY 1
      """;

  private static final String REPORT =
      """
      SELECT r.*, %1$s.worker_problem() AS problem,
          (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND oid <> to_regclass(workers)
              AND relname = (SELECT relname FROM pg_class WHERE oid = to_regclass(workers))) AS others
        FROM %1$s.report() r
      """;

  /** Identifies the ids that functions generate; PostgreSQL's timelines count modulo four. */
  private static final String ISSUER =
      """
      SELECT quote_literal(namespace) || worker || '-' || timeline %% 4 FROM %s.report()
       WHERE is_home AND NOT is_replica
      """;

  private static final String SETTINGS =
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') ORDER BY"
          + " 1";

  private static final String COMPUTED =
      "SELECT TABLE_SCHEMA || '.' || TABLE_NAME || '.' || COLUMN_NAME FROM"
          + " INFORMATION_SCHEMA.COLUMNS WHERE UPPER(GENERATION_EXPRESSION) LIKE '%NEXT_SNOWFLAKE%'"
          + " ORDER BY 1";

  private static final String DOMAINS =
      "SELECT DOMAIN_SCHEMA || '.' || DOMAIN_NAME FROM INFORMATION_SCHEMA.DOMAINS WHERE"
          + " UPPER(DOMAIN_DEFAULT) LIKE '%NEXT_SNOWFLAKE%' ORDER BY 1";

  private final Database database;
  private final Findings findings;

  /** The schemas whose PostgreSQL functions may be called, as spelled in SQL. */
  private final List<String> schemas = new ArrayList<>();

  /** Finds PostgreSQL's functions. */
  FunctionsCheck(Database database, Findings findings) throws SQLException {
    this.database = database;
    this.findings = findings;
    if (database.product().equals("PostgreSQL")) {
      database.query(SCHEMAS, this::find);
    }
  }

  /**
   * Excludes the functions of a role with fewer rights, because calling them would give them the
   * operator's rights.
   */
  private void find(ResultSet row) throws SQLException {
    if (row.getBoolean(4)) {
      schemas.add(row.getString(1));
    } else {
      findings.warn(
          "functions",
          "schema "
              + row.getString(2)
              + ": not checked, because the functions belong to a role with fewer rights than"
              + " yours; run doctor as "
              + row.getString(3));
    }
  }

  void run() throws SQLException {
    for (String schema : schemas) {
      database.query(REPORT.formatted(schema), row -> check(schema, row));
    }
    if (!schemas.isEmpty()) {
      database.query(SETTINGS, this::checkDisk);
    }
    if (database.product().equals("H2")) {
      checkCallers(
          "computed columns",
          COMPUTED,
          ": H2 recomputes these ids at each update; make NEXT_SNOWFLAKE() the DEFAULT of the"
              + " columns");
      checkCallers(
          "domains",
          DOMAINS,
          ": RUNSCRIPT cannot restore these domains; make NEXT_SNOWFLAKE() the DEFAULT of the"
              + " columns");
    }
  }

  private void check(String inner, ResultSet report) throws SQLException {
    String schema = inner.replaceFirst("snowbraid_", "");
    String worker = report.getString("worker");
    String workers = report.getString("workers");
    boolean isHome = report.getBoolean("is_home");
    boolean isReplica = report.getBoolean("is_replica");
    String adopt = "call " + inner + ".adopt(worker)";
    findings.find(
        "functions",
        isHome,
        "schema "
            + schema
            + ": worker "
            + worker
            + " of namespace "
            + report.getString("namespace")
            + (isReplica ? ", a replica" : ", timeline " + report.getInt("timeline"))
            + (isHome ? "" : ", a copy that was not adopted; " + adopt));
    String problem = report.getString("problem");
    findings.find(
        "reserved worker",
        problem == null,
        worker
            + " in "
            + workers
            + (problem == null
                ? " belongs to schema " + schema
                : ": " + problem + ", and ids stop at the next grant; " + adopt));
    int ahead = report.getInt("lanes_ahead");
    findings.find(
        "rollback numbers",
        ahead < 2,
        ahead
            + " of 4 are ahead of the clock, after backward clock steps, crashes or adopt()"
            + (ahead < 2
                ? ""
                : "; correct the clock, or wait, because ids stop when all 4 are ahead of it"));
    int others = report.getInt("others");
    findings.find(
        "worker tables",
        others == 0,
        workers
            + (others == 0
                ? " is the only one of its name"
                : ": "
                    + others
                    + " other tables have this name, and lease the same workers; let all generators"
                    + " use one table, named with its schema"));
  }

  private void checkDisk(ResultSet setting) throws SQLException {
    String value = setting.getString(2).toLowerCase(Locale.ROOT);
    findings.find(
        setting.getString(1),
        value.equals("on"),
        "is "
            + value
            + (value.equals("on")
                ? ""
                : ", so a crash of the machine may lead to duplicates; turn it on"));
  }

  /** Finds definitions that H2 accepts but that lose ids. */
  private void checkCallers(String what, String query, String advice) throws SQLException {
    List<String> names = database.texts(query);
    findings.find(
        what, names.isEmpty(), names.isEmpty() ? "none calls NEXT_SNOWFLAKE()" : names + advice);
  }

  /** Compares the functions with those of another server, one of which is a copy of the other. */
  void compare(FunctionsCheck other) throws SQLException {
    boolean differ = Collections.disjoint(issuers(), other.issuers());
    findings.find(
        "copy",
        differ,
        differ
            ? "the two servers differ in worker or timeline, or one of them issues nothing"
            : "both servers issue the same ids, because worker and timeline are equal; call"
                + " adopt(worker) in one, or start the copy with recovery.signal");
  }

  private Set<String> issuers() throws SQLException {
    Set<String> issuers = new HashSet<>();
    for (String schema : schemas) {
      issuers.addAll(database.texts(ISSUER.formatted(schema)));
    }
    return issuers;
  }
}
