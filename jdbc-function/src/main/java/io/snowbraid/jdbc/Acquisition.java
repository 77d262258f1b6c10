package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Takes a worker for one lease; starts over when another was faster. */
final class Acquisition {

  /** In each round somebody wins, so even a crowd needs far fewer. */
  private static final int ROUNDS = 1_000;

  private final WorkerTable table;
  private final WorkerClaim claim;
  private final JdbcWorkerSource source;
  private final String holder = UUID.randomUUID().toString();

  Acquisition(WorkerTable table, WorkerClaim claim, JdbcWorkerSource source) {
    this.table = table;
    this.claim = claim;
    this.source = source;
  }

  WorkerLease run() throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      WorkerRows rows = table.read();
      WorkerRow namespaceRow = rows.namespaceRow();
      if (namespaceRow == null) {
        boolean unused =
            table.insert(
                WorkerRow.unheld(WorkerTable.NAMESPACE_ROW, claim.layout(), claim.lanes()));
        continue;
      }
      requireLayout(namespaceRow);
      WorkerRow best = best(rows, round);
      if (take(rows, best)) {
        return new JdbcLease(source, claim, best, holder, rows.now());
      }
    }
    throw new WorkerSourceException(
        "worker must be taken within " + ROUNDS + " rounds, others were always faster; try again");
  }

  private boolean take(WorkerRows rows, WorkerRow free) throws SQLException {
    long now = rows.nowMillis();
    long until = now + claim.horizon().toMillis();
    WorkerRow mine = free.heldBy(claim.owner(), holder, until, now);
    return rows.row(free.worker()) == null ? table.insert(mine) : table.update(mine);
  }

  /** After a lost race any of the best will do: a crowd must not run after the same one. */
  private WorkerRow best(WorkerRows rows, int round) {
    List<WorkerRow> free = free(rows);
    if (free.isEmpty()) {
      throw allHeld(rows);
    }
    int least = free.stream().mapToInt(this::rank).min().getAsInt();
    List<WorkerRow> best = free.stream().filter(row -> rank(row) == least).toList();
    return best.get(round < 2 ? 0 : ThreadLocalRandom.current().nextInt(best.size()));
  }

  private List<WorkerRow> free(WorkerRows rows) {
    List<WorkerRow> free = new ArrayList<>();
    for (int worker = 0; worker < claim.workers(); worker++) {
      WorkerRow row = rows.row(worker);
      if (row == null) {
        free.add(WorkerRow.unheld(worker, claim.layout(), claim.lanes()));
      } else if (row.isFree(rows.nowMillis())) {
        free.add(row);
      }
    }
    return free;
  }

  /** The lower the better. */
  private int rank(WorkerRow row) {
    boolean isNew = row.fence() == 0;
    boolean isOwn = !isNew && row.owner().equals(claim.owner());
    boolean isReleased = row.expiresAt() == WorkerRow.RELEASED;
    int rank = isOwn ? 0 : isNew ? 2 : isReleased ? 1 : 3;
    return claim.canStart(row.ticks()) ? rank : rank + 4;
  }

  private void requireLayout(WorkerRow namespaceRow) {
    if (!namespaceRow.layout().equals(claim.layout())) {
      throw new WorkerSourceException(
          "a namespace has one layout for ever: "
              + source
              + ", its layout="
              + namespaceRow.layout()
              + ", configured layout="
              + claim.layout()
              + "; set that layout, or take another namespace");
    }
  }

  private WorkerSourceException allHeld(WorkerRows rows) {
    Instant first =
        rows.workers().values().stream()
            .map(WorkerRow::expiresAt)
            .min(Comparator.naturalOrder())
            .map(Instant::ofEpochMilli)
            .orElse(rows.now());
    return new WorkerSourceException(
        "a worker must be free: all "
            + claim.workers()
            + " of "
            + source
            + " are held, the first until "
            + first
            + ", and it is "
            + rows.now()
            + " there; wait, close generators, or take a layout with more workers");
  }
}
