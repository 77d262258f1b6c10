package io.snowbraid.engine;

import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;
import java.time.Duration;
import java.util.Optional;

/**
 * A worker while a generator holds it: the right to it, and its lanes.
 *
 * <p>Its lanes are guarded by the lock of {@link LaneAllocator}; nothing else changes.
 */
final class HeldWorker {

  private final WorkerLease lease;
  private final LaneTable lanes;
  private final Runnable forget;
  private final Optional<Duration> lookInterval;

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
    this.lookInterval = lease.recheckAfter();
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
    return lookInterval;
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
