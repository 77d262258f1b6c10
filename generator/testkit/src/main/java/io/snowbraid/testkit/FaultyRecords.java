package io.snowbraid.testkit;

import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;

/** Records whose calls can fail. */
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
    return records.read();
  }

  @Override
  public NamespaceSnapshot read(int worker) throws Exception {
    faults.beforeCall();
    return records.read(worker);
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
    boolean updated = records.update(record);
    faults.afterWrite();
    return updated;
  }

  @Override
  public String toString() {
    return records.toString();
  }
}
