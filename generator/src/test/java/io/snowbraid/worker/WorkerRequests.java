package io.snowbraid.worker;

import java.time.Duration;

/** Requests of tests that do not extend a contract suite. */
final class WorkerRequests {

  private WorkerRequests() {}

  /** Returns a request for a layout with some workers and 4 lanes. */
  static WorkerRequest request(int workers, String owner) {
    return new WorkerRequest("layout A", workers, 4, 1_000_000, Duration.ofMinutes(1), owner);
  }
}
