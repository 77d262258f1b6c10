package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
      rows.workers().values().forEach(this::requireLanes);
      WorkerRow best = best(rows, round < 2);
      if (take(rows, best)) {
        return new JdbcLease(source, claim, best, holder, rows.now());
      }
    }
    throw new WorkerSourceException(
        "worker must be taken within " + ROUNDS + " rounds, others were always faster; try again");
  }

  private boolean take(WorkerRows rows, WorkerRow free) throws SQLException {
    long now = rows.nowMillis();
    WorkerRow mine = free.heldBy(claim.owner(), holder, WorkerRow.until(now, claim.horizon()), now);
    return rows.row(free.worker()) == null ? table.insert(mine) : table.update(mine);
  }

  /** After a lost race any of the best will do: a crowd must not run after the same one. */
  private WorkerRow best(WorkerRows rows, boolean alone) {
    List<WorkerRow> free = free(rows, alone);
    if (free.isEmpty()) {
      throw allHeld(rows);
    }
    int least = free.stream().mapToInt(this::rank).min().getAsInt();
    List<WorkerRow> best = free.stream().filter(row -> rank(row) == least).toList();
    return best.get(alone ? 0 : ThreadLocalRandom.current().nextInt(best.size()));
  }

  /** Those that were held before, and one that was not: a layout may have millions. */
  private List<WorkerRow> free(WorkerRows rows, boolean alone) {
    Collection<WorkerRow> known = known(rows);
    List<WorkerRow> free = new ArrayList<>();
    if (known.size() < claim.workers()) {
      int worker = alone ? 0 : ThreadLocalRandom.current().nextInt(claim.workers());
      while (rows.row(worker) != null) {
        worker = (worker + 1) % claim.workers();
      }
      free.add(WorkerRow.unheld(worker, claim.layout(), claim.lanes()));
    }
    known.stream().filter(row -> row.isFree(rows.nowMillis())).forEach(free::add);
    return free;
  }

  /** The rows of the workers that the layout has. */
  private Collection<WorkerRow> known(WorkerRows rows) {
    return rows.workers().headMap(claim.workers()).values();
  }

  /** The lower the better. */
  private int rank(WorkerRow row) {
    boolean isNew = row.fence() == 0;
    boolean isOwn = !isNew && row.owner().equals(WorkerRow.fitting(claim.owner()));
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

  private void requireLanes(WorkerRow row) {
    if (row.lastTicks().size() != claim.lanes()) {
      throw new WorkerSourceException(
          "a row must have a tick for each lane: worker="
              + row.worker()
              + ", lanes="
              + claim.lanes()
              + ", ticks="
              + row.lastTicks().size()
              + ", "
              + source
              + "; restore what was written there, or take another namespace");
    }
  }

  private WorkerSourceException allHeld(WorkerRows rows) {
    String first =
        known(rows).stream()
            .map(WorkerRow::expiresAt)
            .filter(time -> time != WorkerRow.RESERVED)
            .min(Comparator.naturalOrder())
            .map(time -> Instant.ofEpochMilli(time).toString())
            .orElse("reserved for ever");
    return new WorkerSourceException(
        "a worker must be free: all "
            + claim.workers()
            + " of "
            + source
            + " are held, the first to end: "
            + first
            + " (it is "
            + rows.now()
            + " there); wait, close generators, or take a layout with more workers");
  }
}
