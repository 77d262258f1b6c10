package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;

/** Releases workers of owners that no longer run. */
public final class ForcedRelease {

  /** A live holder writes a few times a minute, so this many lost races do not happen. */
  private static final int ROUNDS = 100;

  private ForcedRelease() {}

  /** The result: whether a worker was held. */
  public enum Outcome {
    RELEASED,
    NOT_HELD,
    NEVER_HELD,
    RESERVED
  }

  public static Outcome release(WorkerTable table, int worker) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot rows = table.read(worker);
      WorkerRow row = worker < 0 ? null : rows.row(worker);
      if (row == null) {
        return Outcome.NEVER_HELD;
      }
      if (row.expiresAt() == WorkerRow.RESERVED) {
        return Outcome.RESERVED;
      }
      if (row.expiresAt() == WorkerRow.RELEASED) {
        return Outcome.NOT_HELD;
      }
      if (table.update(row.released(rows.nowMillis()))) {
        return Outcome.RELEASED;
      }
    }
    throw new WorkerSourceException(
        "worker could not be released within "
            + ROUNDS
            + " rounds, because others always wrote first: worker="
            + worker
            + "; try again");
  }
}
