package io.snowbraid;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkersHeldException;
import java.util.Arrays;

/** Leases the same unused worker at each request, for tests of one generator at a time. */
record SingleWorkerSource(int worker) implements WorkerSource {

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    if (request.spare() > 0) {
      throw new WorkersHeldException("there is no other");
    }
    return new Lease(worker, request.lanes());
  }

  private record Lease(int worker, int lanes) implements WorkerLease {

    @Override
    public long[] lastTicks() {
      long[] never = new long[lanes];
      Arrays.fill(never, -1);
      return never;
    }

    @Override
    public boolean extend(long[] ticks) {
      return true;
    }

    @Override
    public void release(long[] ticks) {
      // there is no other holder
    }
  }
}
