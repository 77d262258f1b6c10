package io.snowbraid.jdbc.workertable;

import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a namespace at one moment.
 *
 * @param now the reading of the database's clock
 */
public record NamespaceSnapshot(SortedMap<Integer, WorkerRow> rows, Instant now) {

  public long nowMillis() {
    return now.toEpochMilli();
  }

  public @Nullable WorkerRow row(int worker) {
    return rows.get(worker);
  }

  /** Returns the row of the namespace itself; null if the namespace is new. */
  public @Nullable WorkerRow namespaceRow() {
    return row(WorkerTable.NAMESPACE_ROW);
  }

  /** Returns the rows of workers. */
  public SortedMap<Integer, WorkerRow> workers() {
    return rows.tailMap(0);
  }
}
