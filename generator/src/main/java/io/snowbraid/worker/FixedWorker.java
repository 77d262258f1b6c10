package io.snowbraid.worker;

import java.util.Arrays;

/** One number, given by the user. */
record FixedWorker(int worker) implements WorkerSource {

  FixedWorker {
    if (worker < 0) {
      throw new IllegalArgumentException("worker must be >= 0: worker=" + worker);
    }
  }

  @Override
  public WorkerLease acquire(WorkerClaim claim) {
    if (worker >= claim.workers()) {
      throw new IllegalArgumentException(
          "worker must be in [0, " + claim.workers() + ") in this layout: worker=" + worker);
    }
    return new Unrecorded(worker, claim.lanes());
  }

  /** Good for the life of this process; nothing is known of the one before. */
  private record Unrecorded(int worker, int lanes) implements WorkerLease {

    @Override
    public long[] lastTicks() {
      long[] ticks = new long[lanes];
      Arrays.fill(ticks, -1);
      return ticks;
    }

    @Override
    public boolean isDurable() {
      return false;
    }

    @Override
    public boolean extend(long[] lastTicks) {
      return true;
    }

    @Override
    public void release(long[] lastTicks) {
      // nobody else takes this number but by its user's decision
    }
  }
}
