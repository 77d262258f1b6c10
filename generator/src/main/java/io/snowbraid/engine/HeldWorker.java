package io.snowbraid.engine;

import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;
import java.time.Duration;
import java.util.Optional;

/**
 * A worker while a generator holds it: the right to it, and its lanes.
 *
 * <p>Guarded by the lock of {@link LaneAllocator} that guards lanes, but for what never changes.
 */
final class HeldWorker {

  private final WorkerLease lease;
  private final LaneTable lanes;
  private final Runnable forget;

  private boolean isStopped;

  /**
   * Creates a worker without a grant.
   *
   * @param lease the right to the worker
   * @param lanes the worker's lanes
   * @param forget removes the worker from this process's registry
   */
  HeldWorker(WorkerLease lease, LaneTable lanes, Runnable forget) {
    this.lease = lease;
    this.lanes = lanes;
    this.forget = forget;
  }

  WorkerLease lease() {
    return lease;
  }

  LaneTable lanes() {
    return lanes;
  }

  int worker() {
    return lease.worker();
  }

  /** Returns whether its record is in this process, so that writing it needs no store. */
  boolean isInProcess() {
    return lease instanceof ProcessLocalLease;
  }

  /** Returns how often the record has to be looked at; empty if writing it is enough. */
  Optional<Duration> lookInterval() {
    return lease.recheckAfter();
  }

  /** Allows ids on ticks that are recorded, unless the worker was lost meanwhile. */
  void grant(long[] ticks) {
    if (!isStopped) {
      lanes.grant(ticks);
    }
  }

  /** Ends the grant for good. */
  void stop() {
    isStopped = true;
  }

  boolean isStopped() {
    return isStopped;
  }

  /** Removes the worker from this process's registry. */
  void forget() {
    forget.run();
  }

  /** Releases the worker. */
  void release(long[] lastTicks) {
    forget.run();
    lease.release(lastTicks);
  }
}
