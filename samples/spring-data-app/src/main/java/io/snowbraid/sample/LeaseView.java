package io.snowbraid.sample;

import io.snowbraid.worker.record.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A worker's lease, for a page.
 *
 * @param worker the worker
 * @param owner its holder, or the last one
 * @param state whether it is held
 * @param seen when its holder last wrote the lease
 * @param expires when another holder may take the worker unless this one writes again; empty if
 *     nobody holds it
 * @param fence how often the lease was written
 * @param lanes for each lane, whether it may have issued an id
 */
record LeaseView(
    int worker,
    String owner,
    String state,
    String seen,
    String expires,
    long fence,
    List<Boolean> lanes) {

  public long lanesUsed() {
    return lanes.stream().filter(used -> used).count();
  }

  static LeaseView of(WorkerInfo lease, Instant now) {
    return new LeaseView(
        lease.worker(),
        lease.owner(),
        lease.state().name().toLowerCase(Locale.ROOT),
        Formats.length(Duration.between(lease.seenAt(), now)) + " ago",
        lease.state() == WorkerInfo.State.HELD
            ? lease
                .expiresAt()
                .map(at -> "in " + Formats.length(Duration.between(now, at)))
                .orElse("never")
            : "",
        lease.fence(),
        lease.lastTicks().stream().map(tick -> tick >= 0).toList());
  }
}
