package io.snowbraid;

import io.snowbraid.worker.WorkerLease;

/**
 * The time that a generator holds one worker.
 *
 * @param lease the right to the worker
 * @param lanes where its lanes stand; confined to the lock of {@link Runs}
 */
record Tenure(WorkerLease lease, Lanes lanes) {

  /** Which worker it is. */
  int worker() {
    return lease.worker();
  }
}
