package io.snowbraid.jdbc;

import java.sql.SQLException;

/** Takes workers from owners that are gone. */
final class Releases {

  private Releases() {}

  /** Whether the worker was held. */
  static boolean release(WorkerTable table, int worker) throws SQLException {
    while (true) {
      WorkerRows rows = table.read();
      WorkerRow row = worker < 0 ? null : rows.row(worker);
      if (row == null || row.expiresAt() == WorkerRow.RESERVED) {
        throw new IllegalArgumentException(
            "worker must have been held, and not be reserved for ever: worker="
                + worker
                + ", namespace="
                + table.namespace());
      }
      if (row.expiresAt() == WorkerRow.RELEASED) {
        return false;
      }
      if (table.update(row.released(rows.nowMillis()))) {
        return true;
      }
    }
  }
}
