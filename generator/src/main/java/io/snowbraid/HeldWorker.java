package io.snowbraid;

import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;
import java.time.Duration;

/**
 * A lease and its lanes, while a generator holds them.
 *
 * @param lease the right to the worker
 * @param lanes the worker's lanes; guarded by the lock of {@link LaneAllocator}
 * @param horizon how long others assume the holder to be alive after its last write
 * @param forget removes the worker from this process's registry
 */
record HeldWorker(WorkerLease lease, LaneTable lanes, Duration horizon, Runnable forget) {

  /** Returns the number of the worker. */
  int worker() {
    return lease.worker();
  }

  /** Releases the worker. */
  void release(long[] lastTicks) {
    forget.run();
    lease.release(lastTicks);
  }
}
