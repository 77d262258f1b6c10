package io.snowbraid.worker.record;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records of a namespace at one moment.
 *
 * @param records the records by number
 * @param now the store's clock when they were read
 */
public record NamespaceSnapshot(SortedMap<Integer, WorkerRecord> records, Instant now) {

  /** The number of the namespace's own record. */
  public static final int NAMESPACE = -1;

  /**
   * Copies the records one by one. {@link TreeMap#TreeMap(SortedMap)} relies on the map's size,
   * which may lag behind concurrent writes.
   *
   * @param records the records by number
   * @param now the store's clock after they were read
   */
  public NamespaceSnapshot {
    SortedMap<Integer, WorkerRecord> copy = new TreeMap<>();
    for (WorkerRecord record : records.values()) {
      copy.put(record.worker(), record);
    }
    records = Collections.unmodifiableSortedMap(copy);
  }

  long nowMillis() {
    return now.toEpochMilli();
  }

  @Nullable WorkerRecord record(int worker) {
    return records.get(worker);
  }

  /** Returns the namespace's own record; null if the namespace is new. */
  @Nullable WorkerRecord namespaceRecord() {
    return record(NAMESPACE);
  }

  /** {@return the records of workers, by worker} */
  public SortedMap<Integer, WorkerRecord> workers() {
    return records.tailMap(0);
  }

  /** Returns the records of all other workers whose holders have a grant and are presumed alive. */
  List<WorkerRecord> otherHolders(WorkerRecord except) {
    return workers().values().stream()
        .filter(record -> record.worker() != except.worker() && record.isGranted(nowMillis()))
        .toList();
  }
}
