package io.snowbraid;

import io.snowbraid.internal.RateLimit;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes another worker for a generator whose clock is before all lanes of its worker. Changes are
 * rare and leave many workers free, so that one wrong clock cannot use up the namespace.
 */
final class WorkerChangePolicy {

  private static final int MAX_CHANGES = 2;
  private static final Duration PERIOD = Duration.ofHours(1);

  /** One worker in this many has to stay free after a change. */
  private static final int REQUIRED_FREE_FRACTION = 4;

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private final WorkerAcquirer acquirer;
  private final RateLimit limit;
  private final long maxWait;
  private final boolean switches;

  WorkerChangePolicy(GeneratorConfig config, WorkerAcquirer acquirer, TickClock clock) {
    this.acquirer = acquirer;
    this.maxWait = clock.wholeTicks(config.maxWait());
    this.switches = config.switchesTimelines();
    this.limit = new RateLimit(MAX_CHANGES, PERIOD, config.monotonicTime().nanoTime());
  }

  /**
   * Takes a worker that can issue now.
   *
   * @param blocked set if the clock is before all lanes
   * @return null if a call may wait for the clock, or if there is no better worker
   */
  @Nullable HeldWorker better(@Nullable AllLanesAhead blocked, long now) {
    boolean wants = switches && blocked != null && blocked.ticks() > maxWait;
    if (!wants || !limit.tryAcquire(now)) {
      return null;
    }
    HeldWorker better = take();
    if (better == null) {
      limit.giveBack(); // nothing was used up
    }
    return better;
  }

  private @Nullable HeldWorker take() {
    try {
      HeldWorker taken = acquirer.take(acquirer.workers() / REQUIRED_FREE_FRACTION);
      if (taken.lanes().canIssueOn(acquirer.tick())) {
        return taken;
      }
      RenewalLoop.release(taken, taken.lanes().lastTicks());
    } catch (WorkerSourceException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "no other worker is available", e);
    }
    return null;
  }

  /** Gets the first grant of a better worker, or releases it. */
  static boolean isGranted(HeldWorker better, long[] ticks) {
    boolean granted = false;
    try {
      granted = better.lease().extend(ticks);
      return granted;
    } finally {
      if (!granted) {
        RenewalLoop.release(better, better.lanes().lastTicks());
      }
    }
  }
}
