package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Acquires a worker for one lease; starts again if another process was faster. */
public final class WorkerAcquisition {

  /** In each round one process succeeds, so a large number of processes still needs far fewer. */
  private static final int ROUNDS = 1_000;

  private final WorkerTable table;
  private final WorkerRequest request;
  private final TableAccess source;
  private final WorkerShare share;
  private final LeaseRowState held = new LeaseRowState(new LeaseStamps(), 0);

  public WorkerAcquisition(
      WorkerTable table, WorkerRequest request, WorkerShare share, TableAccess source) {
    this.share = share;
    this.table = table;
    this.request = request;
    this.source = source;
  }

  public WorkerLease run() throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot rows = table.read();
      WorkerRow namespaceRow = rows.namespaceRow();
      if (namespaceRow == null) {
        boolean unused =
            table.insert(
                WorkerRow.unheld(WorkerTable.NAMESPACE_ROW, request.layout(), request.lanes()));
        continue;
      }
      requireLayout(namespaceRow);
      rows.workers().values().forEach(this::requireLanes);
      WorkerRow best = best(rows, round < 2);
      if (take(rows, best)) {
        return new JdbcLease(source, request, best, held, rows.now());
      }
    }
    throw new WorkerSourceException(
        "no worker could be leased within "
            + ROUNDS
            + " rounds, because others were always faster; try again");
  }

  private boolean take(NamespaceSnapshot rows, WorkerRow free) throws SQLException {
    long now = rows.nowMillis();
    long until = WorkerRow.until(now, request.horizon());
    WorkerRow mine = free.heldBy(request.owner(), held.nextStamp(), until, now);
    boolean isNew = rows.row(free.worker()) == null;
    return (isNew ? table.insert(mine) : table.update(mine)) && held.recognise(mine);
  }

  /**
   * Returns the worker to try. After a lost race it is any of the best, so that many processes do
   * not compete for the same one.
   */
  private WorkerRow best(NamespaceSnapshot rows, boolean isEarlyRound) {
    List<WorkerRow> free = free(rows, isEarlyRound);
    if (free.isEmpty()) {
      return longestUnseen(rows).orElseThrow(() -> allHeld(rows));
    }
    int bestRank = free.stream().mapToInt(this::rank).min().getAsInt();
    List<WorkerRow> best = free.stream().filter(row -> rank(row) == bestRank).toList();
    return best.get(isEarlyRound ? 0 : ThreadLocalRandom.current().nextInt(best.size()));
  }

  /**
   * Returns the free workers: all that were held before, and one that never was, because a layout
   * may have millions.
   */
  private List<WorkerRow> free(NamespaceSnapshot rows, boolean isEarlyRound) {
    List<WorkerRow> free =
        new ArrayList<>(usable(rows).filter(row -> row.isFree(rows.nowMillis())).toList());
    int neverHeld = neverHeld(rows);
    requireSpare(free.size() + neverHeld);
    if (neverHeld > 0) {
      free.add(
          WorkerRow.unheld(firstNeverHeld(rows, isEarlyRound), request.layout(), request.lanes()));
    }
    return free;
  }

  /** Returns how many usable workers have no row. */
  private int neverHeld(NamespaceSnapshot rows) {
    int size = share.size(request.workers());
    long excluded =
        request.excluded().stream()
            .filter(worker -> worker >= 0 && worker < request.workers() && share.contains(worker))
            .filter(worker -> rows.row(worker) == null)
            .count();
    return size - (int) (known(rows).count() + excluded);
  }

  private int firstNeverHeld(NamespaceSnapshot rows, boolean isEarlyRound) {
    int size = share.size(request.workers());
    int index = isEarlyRound ? 0 : ThreadLocalRandom.current().nextInt(size);
    while (rows.row(share.get(index)) != null || request.excluded().contains(share.get(index))) {
      index = (index + 1) % size;
    }
    return share.get(index);
  }

  private void requireSpare(int available) {
    if (request.spare() > 0 && available <= request.spare()) {
      throw new WorkerSourceException(
          "too few workers are free: spare="
              + request.spare()
              + ", free="
              + available
              + ", "
              + source
              + "; close generators, or use a layout with more workers");
    }
  }

  /**
   * Returns the worker whose row was written the longest ago, if rows have times in the future. If
   * no worker is free, the clock may have been ahead for a moment, so that the workers of dead
   * holders stay held until the clock gets there. Just after a step back, rows of live holders look
   * the same until their next write, but they were written later than those of dead holders. Taking
   * a worker is safe in any case.
   */
  private Optional<WorkerRow> longestUnseen(NamespaceSnapshot rows) {
    return usable(rows)
        .filter(row -> row.isSeenInFuture(rows.nowMillis()))
        .min(Comparator.comparing(WorkerRow::seenAt));
  }

  /** Returns the rows of the workers that belong to the layout and the source's share. */
  private Stream<WorkerRow> known(NamespaceSnapshot rows) {
    return rows.workers().headMap(request.workers()).values().stream()
        .filter(row -> share.contains(row.worker()));
  }

  private Stream<WorkerRow> usable(NamespaceSnapshot rows) {
    return known(rows).filter(row -> !request.excluded().contains(row.worker()));
  }

  /** Returns the rank of a worker; lower is better. */
  private int rank(WorkerRow row) {
    boolean isNew = row.fence() == 0;
    boolean isOwn = !isNew && row.owner().equals(WorkerRow.fitting(request.owner()));
    boolean isReleased = row.expiresAt() == WorkerRow.RELEASED;
    int rank = isOwn ? 0 : isNew ? 2 : isReleased ? 1 : 3;
    return request.canIssueNow(row.ticks()) ? rank : rank + 4;
  }

  private void requireLayout(WorkerRow namespaceRow) {
    if (!namespaceRow.layout().equals(request.layout())) {
      throw new WorkerSourceException(
          "namespace has another layout: "
              + source
              + ", its layout="
              + namespaceRow.layout()
              + ", configured layout="
              + request.layout()
              + "; set that layout, or use another namespace");
    }
  }

  private void requireLanes(WorkerRow row) {
    if (row.lastTicks().size() != request.lanes()) {
      throw new WorkerSourceException(
          "worker row must have a tick for each lane: worker="
              + row.worker()
              + ", lanes="
              + request.lanes()
              + ", ticks="
              + row.lastTicks().size()
              + ", "
              + source
              + "; restore what was written there, or use another namespace");
    }
  }

  private WorkersHeldException allHeld(NamespaceSnapshot rows) {
    String first =
        known(rows)
            .map(WorkerRow::expiresAt)
            .filter(time -> time != WorkerRow.RESERVED)
            .min(Comparator.naturalOrder())
            .map(time -> "the first expires at " + Instant.ofEpochMilli(time))
            .orElse("all are reserved permanently");
    return new WorkersHeldException(
        "no worker is free: all "
            + share.size(request.workers())
            + " of "
            + source
            + " are held, "
            + first
            + " (database time "
            + rows.now()
            + "); wait, close generators, or use a layout with more workers");
  }
}
