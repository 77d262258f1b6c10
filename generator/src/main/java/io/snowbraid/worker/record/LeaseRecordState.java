package io.snowbraid.worker.record;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.worker.WorkerRecordLostException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a lease knows about its record: the stamps of its writes, and the highest fence that it saw.
 * Thread-safe, because a call that was given up may still use it concurrently with the next one.
 */
final class LeaseRecordState {

  private final ReentrantLock lock = new ReentrantLock();
  private final RecordAccess<?> store;
  private final LeaseStamps stamps;
  private long seenFence;

  /**
   * Creates the initial state.
   *
   * @param store names the store and the namespace in messages
   * @param stamps the stamps of the lease
   * @param seenFence a fence lower than that of any record of the lease
   */
  LeaseRecordState(RecordAccess<?> store, LeaseStamps stamps, long seenFence) {
    this.store = store;
    this.stamps = stamps;
    this.seenFence = seenFence;
  }

  /** Creates the stamp for a write. Call it right before the write. */
  String nextStamp() {
    lock.lock();
    try {
      return stamps.next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes the record as it was read, or as it was written and answered.
   *
   * @return whether the record is the lease's own
   * @throws WorkerRecordLostException if the record was reset to an earlier state
   */
  boolean recognise(WorkerRecord record) {
    lock.lock();
    try {
      boolean isOwn = stamps.isOwn(record.holder());
      if (record.fence() < seenFence || (record.fence() == seenFence && !isOwn)) {
        throw rolledBack(record);
      }
      if (isOwn && record.fence() > seenFence) { // older stamps cannot return, later ones can
        stamps.confirm(record.holder());
        seenFence = record.fence();
      }
      return isOwn;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Creates the exception for a record that was reset: grants are lost, so the next holder of the
   * worker would issue ids twice.
   */
  private WorkerRecordLostException rolledBack(WorkerRecord record) {
    return new WorkerRecordLostException(
        "worker record was rolled back to an older state: "
            + store.afterLoss()
            + ": worker="
            + record.worker()
            + ", fence="
            + record.fence()
            + ", fence before="
            + seenFence
            + ", "
            + store);
  }

  /** Creates a clone, as a snapshot of the memory does. */
  LeaseRecordState copy() {
    return new LeaseRecordState(store, stamps.copy(), seenFence);
  }
}
