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

/** Takes a worker for one lease; starts over when another was faster. */
public final class WorkerAcquisition {

  /** In each round somebody wins, so even a crowd needs far fewer. */
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
        "worker must be taken within " + ROUNDS + " rounds, others were always faster; try again");
  }

  private boolean take(NamespaceSnapshot rows, WorkerRow free) throws SQLException {
    long now = rows.nowMillis();
    long until = WorkerRow.until(now, request.horizon());
    WorkerRow mine = free.heldBy(request.owner(), held.nextStamp(), until, now);
    boolean isNew = rows.row(free.worker()) == null;
    return (isNew ? table.insert(mine) : table.update(mine)) && held.recognise(mine);
  }

  /** After a lost race any of the best will do: a crowd must not run after the same one. */
  private WorkerRow best(NamespaceSnapshot rows, boolean alone) {
    List<WorkerRow> free = free(rows, alone);
    if (free.isEmpty()) {
      return longestUnseen(rows).orElseThrow(() -> allHeld(rows));
    }
    int least = free.stream().mapToInt(this::rank).min().getAsInt();
    List<WorkerRow> best = free.stream().filter(row -> rank(row) == least).toList();
    return best.get(alone ? 0 : ThreadLocalRandom.current().nextInt(best.size()));
  }

  /** Those that were held before, and one that was not: a layout may have millions. */
  private List<WorkerRow> free(NamespaceSnapshot rows, boolean alone) {
    List<WorkerRow> free =
        new ArrayList<>(usable(rows).filter(row -> row.isFree(rows.nowMillis())).toList());
    int neverHeld = neverHeld(rows);
    requireSpare(free.size() + neverHeld);
    if (neverHeld > 0) {
      free.add(WorkerRow.unheld(firstNeverHeld(rows, alone), request.layout(), request.lanes()));
    }
    return free;
  }

  /** How many workers have no row, without those that cannot be used. */
  private int neverHeld(NamespaceSnapshot rows) {
    int size = share.size(request.workers());
    long excluded =
        request.excluded().stream()
            .filter(worker -> worker >= 0 && worker < request.workers() && share.contains(worker))
            .filter(worker -> rows.row(worker) == null)
            .count();
    return size - (int) (known(rows).count() + excluded);
  }

  private int firstNeverHeld(NamespaceSnapshot rows, boolean alone) {
    int size = share.size(request.workers());
    int index = alone ? 0 : ThreadLocalRandom.current().nextInt(size);
    while (rows.row(share.get(index)) != null || request.excluded().contains(share.get(index))) {
      index = (index + 1) % size;
    }
    return share.get(index);
  }

  private void requireSpare(int available) {
    if (request.spare() > 0 && available <= request.spare()) {
      throw new WorkerSourceException(
          "some workers must stay free for others: spare="
              + request.spare()
              + ", free="
              + available
              + ", "
              + source
              + "; close generators, or take a layout with more workers");
    }
  }

  /**
   * Where nothing is free, the clock may have been ahead for a moment, and keeps the workers of
   * dead holders until it gets there. Just after a step back the living look the same, until their
   * next write; they were seen later than the dead. Taking a worker is safe in any case.
   */
  private Optional<WorkerRow> longestUnseen(NamespaceSnapshot rows) {
    return usable(rows)
        .filter(row -> row.isSeenInFuture(rows.nowMillis()))
        .min(Comparator.comparing(WorkerRow::seenAt));
  }

  /** The rows of the workers that the layout and the source have. */
  private Stream<WorkerRow> known(NamespaceSnapshot rows) {
    return rows.workers().headMap(request.workers()).values().stream()
        .filter(row -> share.contains(row.worker()));
  }

  private Stream<WorkerRow> usable(NamespaceSnapshot rows) {
    return known(rows).filter(row -> !request.excluded().contains(row.worker()));
  }

  /** The lower the better. */
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
          "a namespace has one layout for ever: "
              + source
              + ", its layout="
              + namespaceRow.layout()
              + ", configured layout="
              + request.layout()
              + "; set that layout, or take another namespace");
    }
  }

  private void requireLanes(WorkerRow row) {
    if (row.lastTicks().size() != request.lanes()) {
      throw new WorkerSourceException(
          "a row must have a tick for each lane: worker="
              + row.worker()
              + ", lanes="
              + request.lanes()
              + ", ticks="
              + row.lastTicks().size()
              + ", "
              + source
              + "; restore what was written there, or take another namespace");
    }
  }

  private WorkersHeldException allHeld(NamespaceSnapshot rows) {
    String first =
        known(rows)
            .map(WorkerRow::expiresAt)
            .filter(time -> time != WorkerRow.RESERVED)
            .min(Comparator.naturalOrder())
            .map(time -> Instant.ofEpochMilli(time).toString())
            .orElse("reserved for ever");
    return new WorkersHeldException(
        "a worker must be free: all "
            + share.size(request.workers())
            + " of "
            + source
            + " are held, the first to end: "
            + first
            + " (it is "
            + rows.now()
            + " there); wait, close generators, or take a layout with more workers");
  }
}
