package io.snowbraid.jdbc;

import io.snowbraid.jdbc.WorkerInfo.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a namespace at one moment.
 *
 * @param now what the database's clock showed
 */
record NamespaceSnapshot(SortedMap<Integer, WorkerRow> rows, Instant now) {

  long nowMillis() {
    return now.toEpochMilli();
  }

  @Nullable WorkerRow row(int worker) {
    return rows.get(worker);
  }

  /** The row of the namespace itself; null if the namespace is new. */
  @Nullable WorkerRow namespaceRow() {
    return row(WorkerTable.NAMESPACE_ROW);
  }

  /** The rows of workers. */
  SortedMap<Integer, WorkerRow> workers() {
    return rows.tailMap(0);
  }

  List<WorkerInfo> records() {
    return workers().values().stream().map(this::describe).toList();
  }

  private WorkerInfo describe(WorkerRow row) {
    State state = state(row);
    boolean ends = state == State.HELD || state == State.EXPIRED;
    return new WorkerInfo(
        row.worker(),
        row.owner(),
        state,
        row.layout(),
        row.fence(),
        row.lastTicks(),
        ends ? Optional.of(Instant.ofEpochMilli(row.expiresAt())) : Optional.empty(),
        Instant.ofEpochMilli(row.seenAt()));
  }

  private State state(WorkerRow row) {
    if (row.expiresAt() == WorkerRow.RELEASED) {
      return State.RELEASED;
    }
    if (row.expiresAt() == WorkerRow.RESERVED) {
      return State.RESERVED;
    }
    return row.isFree(nowMillis()) ? State.EXPIRED : State.HELD;
  }
}
