package io.snowbraid.worker;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.internal.ProcessWorkerRegistry;
import io.snowbraid.internal.ProcessWorkerRegistry.FixedNumber;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A source of one worker, whose exclusive use the user guarantees. It is registered only within
 * this process.
 */
record FixedWorker(int worker) implements WorkerSource {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  FixedWorker {
    Arguments.atLeast("worker", worker, 0);
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    Arguments.between("worker", worker, 0, request.workers() - 1);
    if (request.spare() > 0) {
      throw new WorkerSourceException(
          "fixed worker "
              + worker
              + " cannot be replaced by another worker; lease workers if the clock may step back"
              + " far");
    }
    FixedNumber number = new FixedNumber(request.layout(), worker);
    Optional<String> present = number.take(request.owner().replaceAll("\\R", " "));
    if (present.isPresent()) {
      throw alreadyInUse(
          request, "is in use by another generator with this number, " + present.get());
    }
    Lease lease = new Lease(number, worker, ticks(number.note(), request.lanes()));
    requireNotLeased(request, lease);
    warnOnce();
    return lease;
  }

  private void requireNotLeased(WorkerRequest request, Lease lease) {
    Optional<String> lessor = ProcessWorkerRegistry.lessor(request.layout(), worker);
    if (lessor.isPresent()) {
      lease.release(lease.lastTicks());
      throw alreadyInUse(request, "was leased by another generator from " + lessor.get());
    }
  }

  private WorkerSourceException alreadyInUse(WorkerRequest request, String found) {
    return new WorkerSourceException(
        "another open generator in this process has the same worker: worker "
            + worker
            + " "
            + found
            + " (layout "
            + request.layout()
            + "); share that generator, close it first, or lease all workers");
  }

  private void warnOnce() {
    if (WARNED.compareAndSet(false, true)) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "worker {0} is a fixed number: Snowbraid cannot check whether another process uses it,"
              + " nor whether the clock is past the ids of an earlier process; to be safe, lease"
              + " workers (JdbcWorkerSource.of(dataSource), WorkerSource.file(directory))",
          String.valueOf(worker));
    }
  }

  private static long[] ticks(String note, int lanes) {
    if (!note.isEmpty()) {
      return Arrays.stream(note.split(" ")).mapToLong(Long::parseLong).toArray();
    }
    long[] never = new long[lanes];
    Arrays.fill(never, -1);
    return never;
  }

  /** A lease within this process; what earlier processes issued is unknown. */
  private static final class Lease implements WorkerLease, ProcessLocalLease {

    private final FixedNumber number;
    private final int worker;
    private final long[] found;

    Lease(FixedNumber number, int worker, long[] found) {
      this.number = number;
      this.worker = worker;
      this.found = found;
    }

    @Override
    public int worker() {
      return worker;
    }

    @Override
    public long[] lastTicks() {
      return found.clone();
    }

    @Override
    public boolean extend(long[] lastTicks) {
      return number.write(note(lastTicks));
    }

    @Override
    public void release(long[] lastTicks) {
      number.release(note(lastTicks));
    }

    private static String note(long[] ticks) {
      return LongStream.of(ticks).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
  }
}
