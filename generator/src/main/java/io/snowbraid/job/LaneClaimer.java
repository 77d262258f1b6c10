package io.snowbraid.job;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.ProcessWorkerRegistry;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Set;

/** Claims ticks for past ids and blocks. */
final class LaneClaimer {

  private LaneClaimer() {}

  /**
   * Claims the chosen ticks from a source.
   *
   * @throws NoWorkerAvailableException if nothing can be claimed
   */
  static LaneClaim claim(WorkerSource source, Layout layout, LaneClaim.Choice choice) {
    try {
      return registered(source.claim(request(layout), choice), source, layout);
    } catch (WorkerSourceException e) {
      throw new NoWorkerAvailableException("no lane could be claimed: " + e.getMessage(), e);
    }
  }

  private static WorkerRequest request(Layout layout) {
    Set<Integer> fixed = ProcessWorkerRegistry.fixedNumbers(layout.toString());
    int lanes = layout.rollbacks() * layout.timelines();
    return new WorkerRequest(
        layout.toString(),
        layout.workers(),
        lanes,
        lanes,
        0,
        Duration.ofMinutes(1),
        LaneClaim.OWNER,
        0,
        fixed);
  }

  /**
   * Registers the worker in this process forever, so that no generator uses it as a fixed worker,
   * which the source would not notice.
   */
  private static LaneClaim registered(LaneClaim claim, WorkerSource source, Layout layout) {
    String name = layout.toString();
    ProcessWorkerRegistry.addClaimed(name, claim.worker(), source.toString());
    if (ProcessWorkerRegistry.fixedNumbers(name).contains(claim.worker())) {
      throw new WorkerSourceException(
          "worker "
              + claim.worker()
              + " was claimed from "
              + source
              + ", but an open generator in this process uses it as a fixed worker; lease all"
              + " workers, or choose fixed workers outside the source's share");
    }
    return claim;
  }
}
