package io.snowbraid.jdbc.workertable;

import io.snowbraid.jdbc.connection.MissingTableException;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Holds a worker as long as its row carries a stamp of this lease. */
public final class JdbcLease implements WorkerLease {

  /**
   * How often a write is tried. A write of this lease that was thought lost can intervene, each
   * only once.
   */
  private static final int ROUNDS = 10;

  /** How often a release is tried while the database is being closed, which takes 0.4 s in all. */
  private static final int RELEASES = 5;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TableAccess source;
  private final WorkerRequest request;
  private final WorkerRow found;
  private final LeaseRowState held;
  private volatile Instant storeTime;

  /** The store's answer to a write, and its time, by its own clock. */
  private record Answer(boolean isHeld, Instant storeTime) {}

  public JdbcLease(
      TableAccess source,
      WorkerRequest request,
      WorkerRow found,
      LeaseRowState held,
      Instant storeTime) {
    this.source = source;
    this.request = request;
    this.found = found;
    this.held = held;
    this.storeTime = storeTime;
  }

  /** Creates a clone, as a snapshot of the memory does. */
  public JdbcLease copy(UnaryOperator<LeaseStamps> copier) {
    return new JdbcLease(source, request, found, held.copy(copier), storeTime);
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
    return record(lastTicks, false);
  }

  /**
   * Releases the worker, with retries: H2 closes its files when the process ends, and opens them
   * again for the next connection.
   */
  @Override
  public void release(long[] lastTicks) {
    for (int attempt = 1; attempt < RELEASES; attempt++) {
      try {
        boolean unused = record(lastTicks, true);
        return;
      } catch (WorkerSourceException e) {
        if (!(e.getCause() instanceof SQLException cause) || !SqlStates.isClosed(cause)) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    boolean unused = record(lastTicks, true);
  }

  private boolean record(long[] lastTicks, boolean released) {
    long[] ticks = requireLanes(lastTicks);
    Answer answer = source.record(table -> written(table, ticks, released));
    storeTime = answer.storeTime();
    return answer.isHeld();
  }

  private long[] requireLanes(long[] lastTicks) {
    if (lastTicks.length != request.lanes()) {
      throw new IllegalArgumentException(
          "lastTicks must have one tick for each lane: lanes="
              + request.lanes()
              + ", lastTicks="
              + lastTicks.length);
    }
    return lastTicks.clone();
  }

  /**
   * Writes the row. If the table is missing, its rows are lost; a newly created table does not have
   * them.
   */
  private Answer written(WorkerTable table, long[] lastTicks, boolean released)
      throws SQLException {
    try {
      return write(table, lastTicks, released);
    } catch (MissingTableException e) {
      throw deleted();
    }
  }

  private Answer write(WorkerTable table, long[] lastTicks, boolean released) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot rows = table.read(worker());
      WorkerRow row = requireRow(rows);
      if (!held.recognise(row)) {
        return new Answer(false, rows.now());
      }
      WorkerRow next = next(row, lastTicks, released, rows.nowMillis());
      if (table.update(next)) {
        return new Answer(released || held.recognise(next), rows.now());
      }
    }
    throw new WorkerSourceException(
        "worker row could not be written, because another process always wrote first: worker="
            + worker()
            + ", "
            + source
            + "; find out which process does");
  }

  private WorkerRow next(WorkerRow row, long[] lastTicks, boolean released, long now) {
    return released
        ? row.with(lastTicks, "", WorkerRow.RELEASED, now)
        : row.with(lastTicks, held.nextStamp(), WorkerRow.until(now, request.horizon()), now);
  }

  private WorkerRow requireRow(NamespaceSnapshot rows) {
    WorkerRow row = rows.row(worker());
    if (row == null) {
      throw deleted();
    }
    return row;
  }

  private WorkerRecordLostException deleted() {
    return new WorkerRecordLostException(
        "worker row was deleted, and with it the record of what was issued: worker="
            + worker()
            + ", rows found=0, "
            + source
            + "; stop all generators of the namespace and use a new one");
  }
}
