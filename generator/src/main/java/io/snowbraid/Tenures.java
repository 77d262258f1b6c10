package io.snowbraid;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Takes workers for one generator. */
final class Tenures {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Clocks that differ by less are in order. */
  private static final Duration NOTABLE = Duration.ofSeconds(10);

  private final WorkerSource source;
  private final Layout layout;
  private final TickClock clock;
  private final Duration horizon;
  private final String owner;
  private final boolean switches;
  private final @Nullable Duration maxClockOffset;

  Tenures(Snowflake.Builder settings, WorkerSource source, TickClock clock) {
    this.source = source;
    this.layout = settings.layout;
    this.clock = clock;
    this.horizon = settings.horizon;
    this.owner = settings.owner == null ? Owner.name() : settings.owner;
    this.switches = settings.rollbackPolicy == RollbackPolicy.SWITCH_TIMELINE;
    this.maxClockOffset = settings.maxClockOffset;
  }

  /**
   * Takes a worker, on which nothing is granted yet.
   *
   * @throws WorkerSourceException if there is none to be had, or if the clock differs too much from
   *     the store's
   */
  Tenure take() {
    int allLanes = layout.rollbacks() * layout.timelines();
    WorkerLease lease =
        source.acquire(
            new WorkerClaim(
                layout.toString(), layout.workers(), allLanes, clock.read(), horizon, owner));
    lease.storeTime().ifPresent(time -> compareClocks(lease, time));
    int count = switches ? allLanes : 1;
    int timelines = switches ? layout.timelines() : 1;
    return new Tenure(
        lease,
        lease.isDurable()
            ? Lanes.behind(count, timelines, lease.lastTicks())
            : Lanes.unlimited(count, timelines));
  }

  private void compareClocks(WorkerLease lease, Instant storeTime) {
    Duration offset = Duration.between(storeTime, clock.now());
    if (maxClockOffset != null && offset.abs().compareTo(maxClockOffset) > 0) {
      lease.release(lease.lastTicks());
      throw new WorkerSourceException(
          "clock must agree with the store's within maxClockOffset="
              + maxClockOffset
              + ": it is off by "
              + offset
              + " (store "
              + storeTime
              + "); set it right");
    }
    if (offset.abs().compareTo(NOTABLE) > 0) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "clock is off by {0} from the store''s, worker={1}: ids will carry its time",
          offset,
          lease.worker());
    }
  }
}
