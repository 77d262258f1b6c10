package io.snowbraid.jdbc.connection;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Runs calls to the database, each in a thread of its own. So a call never joins a transaction that
 * is bound to the caller's thread, and never delays the caller for longer than it is willing to
 * wait, wherever the call hangs: in the pool, in the network or in the database.
 */
public final class DatabaseCalls {

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
      OpenCalls.Slot slot = OpenCalls.of(dataSource).enter(limit, failures);
      return new TimedCall<>(dataSource, work, slot).run(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.failed(
          "interrupted while waiting for the " + failures.content() + " database", e);
    }
  }
}
