package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Runs calls to the database, each in a thread of its own. So a call never joins a transaction that
 * is bound to the caller's thread, and never delays the caller for longer than it is willing to
 * wait, wherever the call hangs: in the pool, in the network or in the database.
 */
public final class DatabaseCalls {

  /** How often that is tried while the database is being closed, which takes 0.4 s in all. */
  private static final int LAST_CALLS = 5;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private DatabaseCalls() {}

  public interface Work<T> {
    T apply(BorrowedConnection connection) throws SQLException;
  }

  /**
   * Does work over a connection.
   *
   * @param limit how long to wait; after that, the work is cancelled and begins no further write
   * @throws WorkerSourceException if the database fails or does not answer, or if all other calls
   *     of the data source hang
   */
  public static <T> T run(DataSource dataSource, TimeLimit limit, Work<T> work) {
    return run(dataSource, limit, StoreFailures.OF_WORKERS, work);
  }

  /** Does work over a connection, and fails as the user of the database expects. */
  public static <T> T run(
      DataSource dataSource, TimeLimit limit, StoreFailures failures, Work<T> work) {
    try {
      Deadline deadline = Deadline.after(limit.whole(), MonotonicTime.SYSTEM);
      DataSource opening = ContextualDataSource.unwrap(dataSource);
      OpenCalls.Slot slot = OpenCalls.of(opening).enter(deadline, failures);
      return new TimedCall<>(opening, work, slot).run(limit, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.failed(
          "interrupted while waiting for the "
              + failures.content()
              + " database"
              + failures.where().get(),
          e);
    }
  }

  /**
   * Makes a call that gives back what is no longer needed, and makes it again if the database was
   * closed under its connection: H2 closes its files as soon as the process is told to end, and
   * opens them for the next call.
   *
   * @param call must be harmless if it is repeated
   */
  public static <T> T last(Supplier<T> call) {
    for (int attempt = 1; attempt < LAST_CALLS; attempt++) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (!SqlStates.isDatabaseClosed(e)) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return call.get();
  }
}
