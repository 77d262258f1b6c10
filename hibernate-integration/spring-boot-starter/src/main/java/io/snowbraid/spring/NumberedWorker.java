package io.snowbraid.spring;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * The worker whose number the application sets. What it issued is remembered as long as the process
 * runs: application contexts are restarted, and tests have several at once.
 *
 * @param worker the number
 */
record NumberedWorker(int worker) implements WorkerSource {

  private static final Map<Seat, Standing> STANDINGS = new ConcurrentHashMap<>();

  private record Seat(int worker, String layout) {}

  /** For each lane the last tick on which an id may have been issued. */
  private record Standing(boolean isHeld, List<Long> lastTicks) {

    static Standing of(boolean isHeld, long[] ticks) {
      return new Standing(isHeld, LongStream.of(ticks).boxed().toList());
    }

    long[] ticks() {
      return lastTicks.stream().mapToLong(Long::longValue).toArray();
    }
  }

  NumberedWorker {
    if (worker < 0) {
      throw new IllegalArgumentException("worker must be >= 0: worker=" + worker);
    }
  }

  @Override
  public WorkerLease acquire(WorkerClaim claim) {
    if (worker >= claim.workers()) {
      throw new WorkerSourceException(
          "worker must be in [0, "
              + claim.workers()
              + ") in this layout: worker="
              + worker
              + "; set another snowbraid.worker-id");
    }
    Seat seat = new Seat(worker, claim.layout());
    Standing unused = new Standing(false, Collections.nCopies(claim.lanes(), -1L));
    STANDINGS.putIfAbsent(seat, unused);
    return new Lease(
        seat, Objects.requireNonNull(STANDINGS.computeIfPresent(seat, (any, old) -> taken(old))));
  }

  private Standing taken(Standing before) {
    if (before.isHeld()) {
      throw new WorkerSourceException(
          "a worker must have one generator of a process: snowbraid.worker-id="
              + worker
              + " is in use by another application context that is open; close that one (tests:"
              + " @DirtiesContext), give this one another number, or have workers leased");
    }
    return new Standing(true, before.lastTicks());
  }

  private record Lease(Seat seat, Standing found) implements WorkerLease {

    @Override
    public int worker() {
      return seat.worker();
    }

    @Override
    public long[] lastTicks() {
      return found.ticks();
    }

    @Override
    public boolean extend(long[] lastTicks) {
      STANDINGS.put(seat, Standing.of(true, lastTicks));
      return true;
    }

    @Override
    public void release(long[] lastTicks) {
      STANDINGS.put(seat, Standing.of(false, lastTicks));
    }
  }
}
