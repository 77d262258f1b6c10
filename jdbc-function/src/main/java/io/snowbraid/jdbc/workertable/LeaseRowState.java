package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerRecordLostException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * What a lease knows about its row: the stamps of its writes, and the highest fence that it saw.
 * Thread-safe, because a call that was given up may still use it concurrently with the next one.
 */
public final class LeaseRowState {

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseStamps stamps;
  private long seenFence;

  /**
   * Creates the initial state.
   *
   * @param stamps the stamps of the lease
   * @param seenFence a fence lower than that of any row of the lease
   */
  public LeaseRowState(LeaseStamps stamps, long seenFence) {
    this.stamps = stamps;
    this.seenFence = seenFence;
  }

  /** Creates the stamp for a write. Call it right before the write. */
  public String nextStamp() {
    lock.lock();
    try {
      return stamps.next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes the row as it was read, or as it was written and answered.
   *
   * @return whether the row is the lease's own
   * @throws WorkerRecordLostException if the row was reset to an earlier state
   */
  public boolean recognise(WorkerRow row) {
    lock.lock();
    try {
      boolean isOwn = stamps.isOwn(row.holder());
      if (row.fence() < seenFence || (row.fence() == seenFence && !isOwn)) {
        throw rolledBack(row);
      }
      if (isOwn && row.fence() > seenFence) { // older stamps cannot return, later ones can
        stamps.confirm(row.holder());
        seenFence = row.fence();
      }
      return isOwn;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Creates the exception for a row that was reset: grants are lost, so the next holder of the
   * worker would issue ids twice.
   */
  private WorkerRecordLostException rolledBack(WorkerRow row) {
    return new WorkerRecordLostException(
        "worker row was rolled back to an older state: worker="
            + row.worker()
            + ", fence="
            + row.fence()
            + ", fence before="
            + seenFence
            + "; stop all generators of the namespace and use a new one");
  }

  /** Creates a clone, as a snapshot of the memory does. */
  public LeaseRowState copy(UnaryOperator<LeaseStamps> copier) {
    return new LeaseRowState(copier.apply(stamps), seenFence);
  }
}
