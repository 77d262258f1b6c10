package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads and writes a namespace for one request: creates it if it is new, checks that it fits, and
 * notices a store that hides records or ignores writes.
 */
final class CheckedNamespace<X extends Exception> {

  /**
   * How many writes may be refused for no visible reason; stores may have conflicts of their own.
   */
  private static final int REFUSALS = 20;

  private final WorkerRecords<X> records;
  private final WorkerRequest request;
  private final RecordAccess<X> access;
  private final AtomicBoolean isKnown;
  private int refusals;

  /**
   * Creates the view of one request.
   *
   * @param isKnown whether the source has seen the namespace: what was there once is not created
   *     again, because it knew what was issued
   */
  CheckedNamespace(
      WorkerRecords<X> records,
      WorkerRequest request,
      RecordAccess<X> access,
      AtomicBoolean isKnown) {
    this.records = records;
    this.request = request;
    this.access = access;
    this.isKnown = isKnown;
  }

  /**
   * Reads all records of the namespace; its own is among them.
   *
   * @throws WorkerSourceException if they do not fit the request's layout
   */
  NamespaceSnapshot read() throws X {
    NamespaceSnapshot snapshot = records.read();
    for (int round = 0; snapshot.namespaceRecord() == null && round < REFUSALS; round++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(round)); // until the other has committed
      create();
      snapshot = records.read();
    }
    WorkerRecord own = snapshot.namespaceRecord();
    if (own == null) {
      throw new WorkerRecordHiddenException(
          "namespace record was written but cannot be read: "
              + access
              + "; let the application's user read what it writes, without delay");
    }
    isKnown.set(true);
    requireLayout(own);
    snapshot.workers().values().forEach(this::requireLanes);
    return snapshot;
  }

  /**
   * Creates the namespace, unless it was there once, or another process does. What that one inserts
   * may be refused here before it can be read here, as with DuckDB. A list that is read beside
   * inserts may lack a row that is there, as with Derby, so a missing row is looked up by its key
   * before anything is concluded.
   */
  private void create() throws X {
    if (isKnown.get()) {
      if (records.read(NamespaceSnapshot.NAMESPACE).namespaceRecord() != null) {
        return;
      }
      throw new WorkerRecordHiddenException(
          "namespace record cannot be seen any more: "
              + access
              + "; show it to the application's user again; if it was deleted, "
              + RecordedWorkers.AFTER_LOSS);
    }
    records.insert(
        WorkerRecord.unheld(NamespaceSnapshot.NAMESPACE, request.layout(), request.lanes()));
  }

  /**
   * Writes the next state of a record, or a new one.
   *
   * @param snapshot what was read before
   * @return false if another process was faster
   */
  boolean write(NamespaceSnapshot snapshot, WorkerRecord next) throws X {
    boolean isNew = snapshot.record(next.worker()) == null;
    if (isNew ? records.insert(next) : records.update(next)) {
      return true;
    }
    WorkerRecord present = records.read(next.worker()).record(next.worker());
    if ((present == null || present.fence() < next.fence()) && ++refusals == REFUSALS) {
      throw present == null ? hidden(next) : ignored(next.worker(), next.fence() - 1, access);
    }
    return false;
  }

  private WorkerRecordHiddenException hidden(WorkerRecord next) {
    return new WorkerRecordHiddenException(
        "worker record exists but cannot be read: worker="
            + next.worker()
            + ", "
            + access
            + "; let the application's user read all records of the namespace");
  }

  /**
   * Fails if a store refused all writes of a record although nobody else wrote it.
   *
   * @param fences the fences that were found before the writes
   */
  static void requireRace(int worker, Set<Long> fences, RecordAccess<?> access) {
    if (fences.size() == 1) {
      throw ignored(worker, fences.iterator().next(), access);
    }
  }

  private static WorkerSourceException ignored(int worker, long fence, RecordAccess<?> access) {
    return new WorkerSourceException(
        "worker record could not be written, although no other process wrote it: worker="
            + worker
            + ", fence="
            + fence
            + ", "
            + access
            + "; look for a trigger or policy that ignores writes");
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
