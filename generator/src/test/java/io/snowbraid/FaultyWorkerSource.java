package io.snowbraid;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Delegates to another source; each call may be delayed, fail, or lose its answer. */
final class FaultyWorkerSource implements WorkerSource {

  /** What happens around a call to the store. */
  interface Faults {

    /** Makes the call, or throws before it or after it. */
    <T> T call(Supplier<T> work);
  }

  private final WorkerSource source;
  private final Faults faults;
  private final UnaryOperator<WorkerLease> broken;

  FaultyWorkerSource(WorkerSource source, Faults faults, UnaryOperator<WorkerLease> broken) {
    this.source = source;
    this.faults = faults;
    this.broken = broken;
  }

  static WorkerSourceException failure(String what) {
    return new WorkerSourceException(what);
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    WorkerLease lease = faults.call(() -> broken.apply(source.acquire(request)));
    return new FaultyLease(lease, faults);
  }

  private record FaultyLease(WorkerLease lease, Faults faults) implements WorkerLease {

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
      return faults.call(() -> lease.extend(lastTicks));
    }

    @Override
    public void release(long[] lastTicks) {
      faults.call(
          () -> {
            lease.release(lastTicks);
            return true;
          });
    }

    @Override
    public Optional<Instant> storeTime() {
      return lease.storeTime();
    }
  }
}
