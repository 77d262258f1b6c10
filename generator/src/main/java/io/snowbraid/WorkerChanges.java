package io.snowbraid;

import io.snowbraid.Choice.Blocked;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes another worker for a generator whose clock stands before all lanes of its own. One mad
 * clock must not use up the namespace: so changes are few, and leave many workers free.
 */
final class WorkerChanges {

  private static final int MOST = 2;
  private static final Duration PERIOD = Duration.ofHours(1);

  /** More than this share of all workers has to be free. */
  private static final int SHARE = 4;

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private final Tenures tenures;
  private final RateLimit limit;
  private final long maxWait;
  private final boolean switches;

  WorkerChanges(Snowflake.Builder settings, Tenures tenures, TickClock clock) {
    this.tenures = tenures;
    this.maxWait = clock.wholeTicks(settings.maxWait);
    this.switches = settings.rollbackPolicy == RollbackPolicy.SWITCH_TIMELINE;
    this.limit = new RateLimit(MOST, PERIOD, settings.waiter.nanoTime());
  }

  /**
   * Takes a worker that can issue now.
   *
   * @param blocked set if the clock stands before all lanes
   * @return null if the clock may be waited for, or if there is no better worker
   */
  @Nullable Tenure better(@Nullable Blocked blocked, long now) {
    boolean wants = switches && blocked != null && blocked.ticks() > maxWait;
    if (!wants || !limit.tryAcquire(now)) {
      return null;
    }
    Tenure better = take();
    if (better == null) {
      limit.giveBack(); // nothing was used up
    }
    return better;
  }

  private @Nullable Tenure take() {
    try {
      Tenure taken = tenures.take(tenures.workers() / SHARE);
      if (taken.lanes().canStart(tenures.tick())) {
        return taken;
      }
      LeaseLoop.release(taken, taken.lanes().lastTicks());
    } catch (WorkerSourceException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "no other worker can be had", e);
    }
    return null;
  }

  /** Gets the first grant of a better worker, or gives it back. */
  static boolean isGranted(Tenure better, long[] ticks) {
    boolean granted = false;
    try {
      granted = better.lease().extend(ticks);
      return granted;
    } finally {
      if (!granted) {
        LeaseLoop.release(better, better.lanes().lastTicks());
      }
    }
  }
}
