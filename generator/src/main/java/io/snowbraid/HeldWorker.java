package io.snowbraid;

import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;
import java.time.Duration;

/**
 * The time that a generator holds one worker.
 *
 * @param lease the right to the worker
 * @param lanes where its lanes stand; confined to the lock of {@link LaneAllocator}
 * @param horizon for how long others take the holder for alive after its last write
 * @param forget tells this process that the worker is held no more
 */
record HeldWorker(WorkerLease lease, LaneTable lanes, Duration horizon, Runnable forget) {

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
