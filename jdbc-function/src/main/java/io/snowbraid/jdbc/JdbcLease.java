package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Holds a worker as long as the row has the name of this lease. */
final class JdbcLease implements WorkerLease {

  /** A write of this lease that was thought lost can come in between, and each only once. */
  private static final int ROUNDS = 10;

  private final JdbcWorkerSource source;
  private final WorkerClaim claim;
  private final WorkerRow found;
  private final String holder;
  private final Instant storeTime;

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
    return source.record(table -> write(table, lastTicks, false));
  }

  @Override
  public void release(long[] lastTicks) {
    boolean unused = source.record(table -> write(table, lastTicks, true));
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
      if (!row.holder().equals(holder)) {
        return false;
      }
      long now = rows.nowMillis();
      WorkerRow next =
          released
              ? row.with(lastTicks, "", WorkerRow.RELEASED, now)
              : row.with(lastTicks, holder, now + claim.horizon().toMillis(), now);
      if (table.update(next)) {
        return true;
      }
    }
    throw new WorkerSourceException(
        "row of worker=" + worker() + " must be writable: " + source + ", others were faster");
  }
}
