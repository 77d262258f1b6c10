package io.snowbraid.spring;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.time.Instant;
import java.util.Optional;

/** Delegates to another source, and reports when a worker is released. */
record RecordingWorkerSource(WorkerSource target, Runnable onRelease) implements WorkerSource {

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    return new RecordingLease(target.acquire(request), onRelease);
  }

  private record RecordingLease(WorkerLease target, Runnable onRelease) implements WorkerLease {

    @Override
    public int worker() {
      return target.worker();
    }

    @Override
    public long[] lastTicks() {
      return target.lastTicks();
    }

    @Override
    public boolean extend(long[] lastTicks) {
      return target.extend(lastTicks);
    }

    @Override
    public void release(long[] lastTicks) {
      target.release(lastTicks);
      onRelease.run();
    }

    @Override
    public Optional<Instant> storeTime() {
      return target.storeTime();
    }
  }
}
