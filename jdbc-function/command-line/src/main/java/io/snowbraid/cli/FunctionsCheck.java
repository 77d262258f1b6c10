package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Checks the SQL functions of a PostgreSQL database. */
final class FunctionsCheck {

  private final DataSource database;
  private final Findings findings;

  FunctionsCheck(DataSource database, Findings findings) {
    this.database = database;
    this.findings = findings;
  }

  List<FunctionsReport> run() throws SQLException {
    List<FunctionsReport> reports = FunctionsReport.read(database, findings);
    for (FunctionsReport report : reports) {
      check(report);
    }
    if (!reports.isEmpty()) {
      checkDisk();
    }
    return reports;
  }

  private void check(FunctionsReport report) throws SQLException {
    String inner = "snowbraid_" + report.schema();
    findings.find(
        "functions",
        report.isHome(),
        "schema "
            + report.schema()
            + ": worker "
            + report.worker()
            + " of namespace "
            + report.namespace()
            + (report.isReplica() ? ", a replica" : ", timeline " + report.timeline())
            + (report.isHome()
                ? ""
                : "; a copy that nobody has adopted: call " + inner + ".adopt(worker)"));
    String problem = report.problem(database).orElse("");
    findings.find(
        "reserved worker",
        problem.isEmpty(),
        report.worker()
            + " in "
            + report.workers()
            + (problem.isEmpty()
                ? " belongs to schema " + report.schema()
                : ": "
                    + problem
                    + "; ids stop at the next grant; call "
                    + inner
                    + ".adopt(worker)"));
    int ahead = report.lanesAhead();
    findings.find(
        "rollback numbers",
        ahead < 2,
        ahead + " of 4 are ahead of the clock, after steps back of the clock, crashes or adopt()");
    int others = report.otherTables(database);
    findings.find(
        "worker tables",
        others == 0,
        report.workers()
            + (others == 0
                ? " is the only one of its name"
                : ": other tables of this name="
                    + others
                    + ", which lease the same workers again"));
  }

  private void checkDisk() throws SQLException {
    for (String setting : List.of("fsync", "full_page_writes")) {
      String value = show(setting);
      findings.find(
          setting,
          value.equals("on"),
          "is "
              + value.toLowerCase(Locale.ROOT)
              + "; it must be on to survive a crash of the machine");
    }
  }

  private String show(String setting) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + setting)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Compares the functions of two servers, one of which is a copy of the other. */
  static void compare(List<FunctionsReport> here, List<FunctionsReport> there, Findings findings) {
    boolean issueSameIds =
        here.stream().anyMatch(report -> there.stream().anyMatch(report::issuesSameIdsAs));
    findings.find(
        "copy",
        !issueSameIds,
        issueSameIds
            ? "both servers issue the same ids: worker and timeline are equal; call adopt(worker)"
                + " in one, or start the copy with recovery.signal"
            : "the two servers differ in worker or timeline, or one of them issues nothing");
  }
}
