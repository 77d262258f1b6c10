package io.snowbraid.cli;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the doctor found. */
final class Findings {

  private final List<Map<String, Object>> rows = new ArrayList<>();
  private boolean isWell = true;

  /** Something to look at. */
  interface Check {
    void run() throws SQLException;
  }

  /** Whether nothing is wrong; warnings do not count. */
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

  /** What may be as it should, but somebody has to know. */
  void warn(String what, String finding) {
    add(what, "warning", finding);
  }

  /**
   * Looks at something; what cannot be looked at is a finding, too, and keeps nothing else off.
   *
   * @return whether it could be looked at
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
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("what", what);
    row.put("state", state);
    row.put("finding", finding);
    rows.add(row);
  }
}
