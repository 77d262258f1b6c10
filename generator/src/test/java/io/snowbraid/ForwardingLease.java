package io.snowbraid;

import io.snowbraid.worker.WorkerLease;

/** A lease that does what another one does, but for what a subclass changes. */
abstract class ForwardingLease implements WorkerLease {

  final WorkerLease lease;

  ForwardingLease(WorkerLease lease) {
    this.lease = lease;
  }

  @Override
  public int worker() {
    return lease.worker();
  }

  @Override
  public long[] lastTicks() {
    return lease.lastTicks();
  }

  @Override
  public boolean extend(long[] lastTicks) {
    return lease.extend(lastTicks);
  }

  @Override
  public void release(long[] lastTicks) {
    lease.release(lastTicks);
  }
}
