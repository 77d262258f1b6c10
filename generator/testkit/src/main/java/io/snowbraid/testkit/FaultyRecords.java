package io.snowbraid.testkit;

import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wraps records so that calls can fail and records can be hidden: they exist, but calls cannot see
 * them.
 */
final class FaultyRecords implements WorkerRecords<Exception> {

  private final WorkerRecords<?> records;
  private final StoreFaults faults;

  FaultyRecords(WorkerRecords<?> records, StoreFaults faults) {
    this.records = records;
    this.faults = faults;
  }

  @Override
  public NamespaceSnapshot read() throws Exception {
    faults.beforeCall();
    return seen(records.read());
  }

  @Override
  public NamespaceSnapshot readNames() throws Exception {
    faults.beforeCall();
    return seen(records.readNames());
  }

  @Override
  public NamespaceSnapshot read(int worker) throws Exception {
    faults.beforeCall();
    return seen(records.read(worker));
  }

  private NamespaceSnapshot seen(NamespaceSnapshot snapshot) {
    SortedMap<Integer, WorkerRecord> seen = new TreeMap<>(snapshot.records());
    seen.keySet().removeIf(faults::isHidden);
    return new NamespaceSnapshot(seen, snapshot.now());
  }

  @Override
  public boolean insert(WorkerRecord record) throws Exception {
    faults.beforeCall();
    boolean inserted = records.insert(record);
    faults.afterWrite();
    return inserted;
  }

  @Override
  public boolean update(WorkerRecord record) throws Exception {
    faults.beforeCall();
    boolean updated = !faults.isHidden(record.worker()) && records.update(record);
    faults.afterWrite();
    return updated;
  }

  @Override
  public String toString() {
    return records.toString();
  }
}
