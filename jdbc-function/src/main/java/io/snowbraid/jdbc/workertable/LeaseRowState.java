package io.snowbraid.jdbc.workertable;

import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerRecordLostException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * What a lease knows of its row: the stamps of its writes, and the highest fence that it saw. A
 * call that was given up may still look at it beside the next one.
 */
public final class LeaseRowState {

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseStamps stamps;
  private long seenFence;

  /**
   * What is known at first.
   *
   * @param stamps of the lease
   * @param seenFence lower than that of any row of the lease
   */
  public LeaseRowState(LeaseStamps stamps, long seenFence) {
    this.stamps = stamps;
    this.seenFence = seenFence;
  }

  /** Makes the stamp for a write, right before it. */
  public String nextStamp() {
    lock.lock();
    try {
      return stamps.next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes note of the row as it was read, or as it was written and answered.
   *
   * @return whether it is the lease's own
   * @throws WorkerRecordLostException if it stands at an earlier state than before
   */
  public boolean recognise(WorkerRow row) {
    lock.lock();
    try {
      boolean isOwn = stamps.isOwn(row.holder());
      if (row.fence() < seenFence || (row.fence() == seenFence && !isOwn)) {
        throw turnedBack(row);
      }
      if (isOwn && row.fence() > seenFence) { // an older stamp cannot come back, those after it can
        stamps.confirm(row.holder());
        seenFence = row.fence();
      }
      return isOwn;
    } finally {
      lock.unlock();
    }
  }

  /** An old row has forgotten grants: whoever takes the worker now would issue ids twice. */
  private WorkerRecordLostException turnedBack(WorkerRow row) {
    return new WorkerRecordLostException(
        "rows of workers must not be turned back, they know what was issued: worker="
            + row.worker()
            + ", fence="
            + row.fence()
            + ", fence before="
            + seenFence
            + "; stop all generators of the namespace and take a new one");
  }

  /** The same once more, as in a snapshot of the memory. */
  public LeaseRowState copy(UnaryOperator<LeaseStamps> copier) {
    return new LeaseRowState(copier.apply(stamps), seenFence);
  }
}
