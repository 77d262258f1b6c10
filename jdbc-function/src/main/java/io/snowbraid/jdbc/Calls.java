package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Calls of the database, each in a thread of its own. So none joins a transaction that is bound to
 * the caller's thread, and none holds the caller up longer than it is ready to wait, wherever it
 * hangs: in the pool, in the network or in the database.
 */
final class Calls {

  private Calls() {}

  interface Work<T> {
    T apply(Borrowed connection) throws SQLException;
  }

  /**
   * Does work over a connection.
   *
   * @param patience how long to wait for it; then it may go on, but begins no write any more
   * @throws WorkerSourceException if the database fails or does not answer
   */
  static <T> T run(DataSource dataSource, Duration patience, Work<T> work) {
    AtomicBoolean awaited = new AtomicBoolean(true);
    FutureTask<T> task = new FutureTask<>(() -> work(dataSource, awaited, work));
    Thread thread = new Thread(null, task, "snowbraid-jdbc", 0, false);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failed(Objects.requireNonNull(e.getCause()));
    } catch (TimeoutException e) {
      throw new WorkerSourceException(
          "database of workers must answer within " + patience + ": it did not; look at it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerSourceException("database of workers was waited for until interrupted", e);
    } finally {
      awaited.set(false);
    }
  }

  private static <T> T work(DataSource dataSource, AtomicBoolean awaited, Work<T> work)
      throws SQLException {
    try (Borrowed connection = new Borrowed(dataSource.getConnection(), awaited::get)) {
      connection.begin();
      return work.apply(connection);
    }
  }

  private static RuntimeException failed(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause instanceof RuntimeException exception) {
      return exception;
    }
    String state = cause instanceof SQLException e ? " (" + e.getSQLState() + ")" : "";
    return new WorkerSourceException(
        "database of workers must answer: " + cause.getMessage() + state, cause);
  }
}
