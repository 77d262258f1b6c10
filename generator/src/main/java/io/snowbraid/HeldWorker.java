package io.snowbraid;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.worker.WorkerLease;

/**
 * A worker while a generator holds it: the right to it, its lanes, and whether its record was seen
 * lately.
 *
 * <p>Guarded by the lock of {@link LaneAllocator} that guards lanes, but for what never changes.
 */
final class HeldWorker {

  private final WorkerLease lease;
  private final LaneTable lanes;
  private final Runnable forget;

  /** Whether the record has to be seen every now and then, not only written. */
  private final boolean needsChecks;

  private final long checkNanos;
  private boolean isStopped;
  private boolean waitsForChecks;
  private long nextCheck;
  private boolean hasIssued;

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
    this.needsChecks = lease.recheckAfter().isPresent();
    this.checkNanos = lease.recheckAfter().map(Durations::nanos).orElse(0L);
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

  boolean needsChecks() {
    return needsChecks;
  }

  /** Returns how long after a check the next one is due. */
  long checkNanos() {
    return checkNanos;
  }

  /** Returns whether the record has to be checked before the next id. */
  boolean isCheckDue(long nanos) {
    return needsChecks && waitsForChecks && !isStopped && nanos - nextCheck > 0;
  }

  /** Notes that the record was checked: the next check is due after a while. */
  void checked(long nanos) {
    waitsForChecks = true;
    nextCheck = nanos + checkNanos;
  }

  /**
   * Lets ids continue although a check has not been answered; the next {@link #checked} ends that.
   */
  void continueUnseen() {
    waitsForChecks = false;
  }

  /** Notes that ids are issued. */
  void issued() {
    hasIssued = true;
  }

  /** Returns whether ids were issued since the last call. */
  boolean takeIssued() {
    boolean issued = hasIssued;
    hasIssued = false;
    return issued;
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
