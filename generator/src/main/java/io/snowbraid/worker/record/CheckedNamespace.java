package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;

/** Reads a namespace for one request: creates it if it is new, and checks that it fits. */
final class CheckedNamespace<X extends Exception> {

  private final WorkerRecords<X> records;
  private final WorkerRequest request;
  private final RecordAccess<X> access;

  CheckedNamespace(WorkerRecords<X> records, WorkerRequest request, RecordAccess<X> access) {
    this.records = records;
    this.request = request;
    this.access = access;
  }

  /**
   * Reads all records of the namespace; its own is among them.
   *
   * @throws WorkerSourceException if they do not fit the request's layout
   */
  NamespaceSnapshot read() throws X {
    NamespaceSnapshot snapshot = records.read();
    if (snapshot.namespaceRecord() == null) {
      boolean unused =
          records.insert(
              WorkerRecord.unheld(NamespaceSnapshot.NAMESPACE, request.layout(), request.lanes()));
      snapshot = records.read();
    }
    WorkerRecord own = snapshot.namespaceRecord();
    if (own == null) {
      throw new WorkerSourceException(
          "namespace record was written but cannot be read: "
              + access
              + "; let the application's user read what it writes, without delay");
    }
    requireLayout(own);
    snapshot.workers().values().forEach(this::requireLanes);
    return snapshot;
  }

  private void requireLayout(WorkerRecord namespaceRecord) {
    if (!namespaceRecord.layout().equals(request.layout())) {
      throw new WorkerSourceException(
          "namespace has another layout: "
              + access
              + ", its layout="
              + namespaceRecord.layout()
              + ", configured layout="
              + request.layout()
              + "; set that layout, or use another namespace");
    }
  }

  private void requireLanes(WorkerRecord record) {
    if (record.lastTicks().size() != request.lanes()) {
      throw new WorkerSourceException(
          "worker record must have a tick for each lane: worker="
              + record.worker()
              + ", lanes="
              + request.lanes()
              + ", ticks="
              + record.lastTicks().size()
              + ", "
              + access
              + "; restore what was written there, or use another namespace");
    }
  }
}
