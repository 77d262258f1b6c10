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

  private final int worker;
  private final WorkerLease lease;
  private final LaneTable lanes;
  private final Optional<Duration> lookInterval;
  private final Runnable forget;

  /**
   * Creates a worker without a grant.
   *
   * @param worker its number, which the layout has
   * @param lease the right to the worker, which may be foreign code, and is not asked for these
   *     values again
   * @param lanes the worker's lanes
   * @param lookInterval how often its record has to be looked at
   * @param forget removes the worker from this process's registry
   */
  HeldWorker(
      int worker,
      WorkerLease lease,
      LaneTable lanes,
      Optional<Duration> lookInterval,
      Runnable forget) {
    this.worker = worker;
    this.lease = lease;
    this.lanes = lanes;
    this.lookInterval = lookInterval;
    this.forget = forget;
  }

  WorkerLease lease() {
    return lease;
  }

  LaneTable lanes() {
    return lanes;
  }

  int worker() {
    return worker;
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
