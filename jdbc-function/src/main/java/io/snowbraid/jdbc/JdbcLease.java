package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Holds a worker as long as the row has the name of this lease. */
final class JdbcLease implements WorkerLease {

  /** A write of this lease that was thought lost can come in between, and each only once. */
  private static final int ROUNDS = 10;

  private final JdbcWorkerSource source;
  private final WorkerClaim claim;
  private final WorkerRow found;
  private final String holder;
  private final Instant storeTime;

  /** The highest fence that this lease was seen under. */
  private final AtomicLong seenFence;

  JdbcLease(
      JdbcWorkerSource source,
      WorkerClaim claim,
      WorkerRow found,
      String holder,
      Instant storeTime) {
    this.source = source;
    this.claim = claim;
    this.found = found;
    this.holder = holder;
    this.storeTime = storeTime;
    this.seenFence = new AtomicLong(found.fence() + 1);
  }

  @Override
  public int worker() {
    return found.worker();
  }

  @Override
  public long[] lastTicks() {
    return found.ticks();
  }

  @Override
  public Optional<Instant> storeTime() {
    return Optional.of(storeTime);
  }

  @Override
  public boolean extend(long[] lastTicks) {
    long[] ticks = requireLanes(lastTicks);
    return source.record(table -> write(table, ticks, false));
  }

  @Override
  public void release(long[] lastTicks) {
    long[] ticks = requireLanes(lastTicks);
    boolean unused = source.record(table -> write(table, ticks, true));
  }

  private long[] requireLanes(long[] lastTicks) {
    if (lastTicks.length != claim.lanes()) {
      throw new IllegalArgumentException(
          "lastTicks must have one for each lane: lanes="
              + claim.lanes()
              + ", lastTicks="
              + lastTicks.length);
    }
    return lastTicks.clone();
  }

  private boolean isOurs(WorkerRow row) {
    return row.holder().equals(holder);
  }

  private void seen(WorkerRow ours) {
    long unused = seenFence.accumulateAndGet(ours.fence(), Math::max);
  }

  /** An old row has forgotten grants: whoever takes the worker now would issue ids twice. */
  private void requireNotTurnedBack(WorkerRow row) {
    long seen = seenFence.get();
    if (row.fence() < seen || (row.fence() == seen && !isOurs(row))) {
      throw new WorkerSourceException(
          "rows of workers must not be turned back, they know what was issued: worker="
              + worker()
              + ", fence="
              + row.fence()
              + ", fence before="
              + seen
              + ", "
              + source
              + "; stop all generators of the namespace and take a new one");
    }
  }

  private boolean write(WorkerTable table, long[] lastTicks, boolean released) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      WorkerRows rows = table.read(worker());
      WorkerRow row = rows.row(worker());
      if (row == null) {
        throw new WorkerSourceException(
            "rows of workers must not be deleted, they know what was issued: worker="
                + worker()
                + ", "
                + source
                + "; stop all generators of the namespace and take a new one");
      }
      requireNotTurnedBack(row);
      if (!isOurs(row)) {
        return false;
      }
      seen(row);
      long now = rows.nowMillis();
      WorkerRow next =
          released
              ? row.with(lastTicks, "", WorkerRow.RELEASED, now)
              : row.with(lastTicks, holder, WorkerRow.until(now, claim.horizon()), now);
      if (table.update(next)) {
        seen(next);
        return true;
      }
    }
    throw new WorkerSourceException(
        "row of worker=" + worker() + " must be writable: " + source + ", others were faster");
  }
}
