package io.snowbraid.cli;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects the doctor's findings. */
final class Findings {

  private final List<Map<String, Object>> rows = new ArrayList<>();
  private boolean isWell = true;

  /** A check that adds findings. */
  interface Check {
    void run() throws SQLException;
  }

  /** Returns whether no problem was found; warnings do not count. */
  boolean isWell() {
    return isWell;
  }

  List<Map<String, Object>> rows() {
    return rows;
  }

  void find(String what, boolean fine, String finding) {
    isWell &= fine;
    add(what, fine ? "ok" : "WRONG", finding);
  }

  /** Adds a warning about something that may be intended. */
  void warn(String what, String finding) {
    add(what, "warning", finding);
  }

  /**
   * Runs a check. A failing check is also a finding, and does not stop the other checks.
   *
   * @return whether the check completed
   */
  boolean attempt(String what, Check check) {
    try {
      check.run();
      return true;
    } catch (SQLException | WorkerSourceException | IllegalArgumentException e) {
      find(what, false, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private void add(String what, String state, String finding) {
    rows.add(ResultPrinter.row("what", what, "state", state, "finding", finding));
  }
}
