package io.snowbraid.worker.record;

import java.time.Instant;
import java.util.SortedMap;
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
}
