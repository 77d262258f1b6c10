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
 * @param records by their numbers
 * @param now what the clock of the store showed when they were read
 */
public record NamespaceSnapshot(SortedMap<Integer, WorkerRecord> records, Instant now) {

  /** The number of the record of the namespace itself. */
  public static final int NAMESPACE = -1;

  /**
   * Copies the records, one by one: the size of a map that others write at the same time may lag
   * behind what it contains, and {@link TreeMap#TreeMap(SortedMap)} copies only as many.
   *
   * @param records by their numbers
   * @param now what the clock of the store showed after they were read
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

  /** Returns the record of the namespace itself; null if the namespace is new. */
  @Nullable WorkerRecord namespaceRecord() {
    return record(NAMESPACE);
  }

  /**
   * Returns the records of workers.
   *
   * @return by their workers
   */
  public SortedMap<Integer, WorkerRecord> workers() {
    return records.tailMap(0);
  }

  /**
   * Returns the records of all holders with a grant that are presumed alive, but for one worker.
   */
  List<WorkerRecord> otherHolders(WorkerRecord except) {
    return workers().values().stream()
        .filter(record -> record.worker() != except.worker() && record.isGranted(nowMillis()))
        .toList();
  }
}
