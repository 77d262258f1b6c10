package io.snowbraid;

import io.snowbraid.worker.WorkerLease;

/**
 * The time that a generator holds one worker.
 *
 * @param lease the right to the worker
 * @param lanes where its lanes stand; confined to the lock of {@link Runs}
 * @param forget tells this process that the worker is held no more
 */
record Tenure(WorkerLease lease, Lanes lanes, Runnable forget) {

  /** Which worker it is. */
  int worker() {
    return lease.worker();
  }

  /** Gives the worker back. */
  void release(long[] lastTicks) {
    forget.run();
    lease.release(lastTicks);
  }
}
