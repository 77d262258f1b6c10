package io.snowbraid.engine;

import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;
import java.time.Duration;
import java.util.Optional;

/**
 * A worker held by a generator: its lease and its lanes.
 *
 * <p>The lanes are guarded by the lock of {@link LaneAllocator}; everything else is immutable.
 */
final class HeldWorker {

  private final int worker;
  private final WorkerLease lease;
  private final LaneTable lanes;
  private final Optional<Duration> checkInterval;
  private final Runnable unregister;

  /**
   * Creates a worker without a grant. The lease may be foreign code, so it is not queried for the
   * other values again.
   *
   * @param worker the worker's number, within the layout's range
   * @param lease the worker's lease
   * @param lanes the worker's lanes
   * @param checkInterval how often the record must be checked; empty if writing it is enough
   * @param unregister removes the worker from the process's registry
   */
  HeldWorker(
      int worker,
      WorkerLease lease,
      LaneTable lanes,
      Optional<Duration> checkInterval,
      Runnable unregister) {
    this.worker = worker;
    this.lease = lease;
    this.lanes = lanes;
    this.checkInterval = checkInterval;
    this.unregister = unregister;
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

  /** Returns whether the worker is fixed: its record is in memory, so writing needs no store. */
  boolean isFixed() {
    return lease instanceof ProcessLocalLease;
  }

  /** Returns how often the record must be checked; empty if writing it is enough. */
  Optional<Duration> checkInterval() {
    return checkInterval;
  }

  void unregister() {
    unregister.run();
  }

  void release(long[] lastTicks) {
    unregister.run();
    lease.release(lastTicks);
  }
}
