package io.snowbraid.spring.internal;

import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/**
 * Marks the contexts of Spring Boot's test slices. Several are open at a time, each with its own
 * database, so the same worker in two of them needs no warning.
 */
@AutoConfiguration(beforeName = "io.snowbraid.spring.SnowbraidAutoConfiguration")
public final class SnowbraidTestSliceAutoConfiguration {

  public WorkerSource marked(WorkerSource workers) {
    return new ForTests(workers);
  }

  private record ForTests(WorkerSource workers) implements WorkerSource {

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      return workers.acquire(request);
    }

    @Override
    public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
      return workers.claim(request, choice);
    }

    @Override
    public BlockNames blockNames() {
      return workers.blockNames();
    }

    @Override
    public String namespace() {
      return workers.namespace();
    }

    @Override
    public boolean isForTests() {
      return true;
    }

    @Override
    public String toString() {
      return workers.toString();
    }
  }
}
