package io.snowbraid.worker.record;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.worker.WorkerRecordLostException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lease's knowledge of its record: the stamps of its writes, and the highest fence seen.
 * Thread-safe, because an abandoned call may still be running during the next one.
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
   * @param stamps the lease's stamps
   * @param seenFence a fence lower than that of any record of the lease
   */
  LeaseRecordState(RecordAccess<?> store, LeaseStamps stamps, long seenFence) {
    this.store = store;
    this.stamps = stamps;
    this.seenFence = seenFence;
  }

  /** Creates the stamp for a write. Call it immediately before the write. */
  String nextStamp() {
    lock.lock();
    try {
      return stamps.next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes a record that was read, or a write that the store confirmed.
   *
   * @return whether the record belongs to the lease
   * @throws WorkerRecordLostException if the record was reset to an earlier state
   */
  boolean recognise(WorkerRecord record) {
    lock.lock();
    try {
      boolean isOwn = stamps.isOwn(record.holder());
      if (record.fence() < seenFence || (record.fence() == seenFence && !isOwn)) {
        throw rolledBack(record);
      }
      if (isOwn && record.fence() > seenFence) { // earlier stamps cannot come back, later ones can
        stamps.confirm(record.holder());
        seenFence = record.fence();
      }
      return isOwn;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Creates the exception for a record that was reset. Its grants are lost, so the worker's next
   * holder would issue duplicates.
   */
  private WorkerRecordLostException rolledBack(WorkerRecord record) {
    return new WorkerRecordLostException(
        "worker record was rolled back to an older state: worker="
            + record.worker()
            + ", fence="
            + record.fence()
            + ", fence before="
            + seenFence
            + ", "
            + store
            + "; "
            + store.afterLoss());
  }

  /** Creates a clone, like a memory snapshot. */
  LeaseRecordState copy() {
    return new LeaseRecordState(store, stamps.copy(), seenFence);
  }
}
