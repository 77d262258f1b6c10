package io.snowbraid.jdbc.connection;

import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the failures of a database, and names what the database is used for.
 *
 * @param content what the table holds
 * @param use what the application does with the database
 * @param where says, beginning with a comma, where the database is; it may be empty
 * @param failure creates a failure
 * @param readOnlyStore creates the failure of a database that takes no writes
 * @param missingTable creates the failure of a database without the table
 */
public record StoreFailures(
    String content,
    String use,
    Supplier<String> where,
    Creation failure,
    Creation readOnlyStore,
    Creation missingTable) {

  /** The failures of databases from which workers are leased. */
  public static final StoreFailures OF_WORKERS =
      new StoreFailures(
          "worker",
          "lease workers",
          () -> "",
          StoreFailures::workerFailure,
          (message, cause) -> new ReadOnlyStoreException(message, Objects.requireNonNull(cause)),
          (message, cause) -> new MissingTableException(message, Objects.requireNonNull(cause)));

  /** Creates an exception. */
  public interface Creation {
    RuntimeException of(String message, @Nullable Throwable cause);
  }

  private static RuntimeException workerFailure(String message, @Nullable Throwable cause) {
    return cause == null
        ? new WorkerSourceException(message)
        : new WorkerSourceException(message, cause);
  }

  /** Creates a failure. */
  public RuntimeException failed(String message, @Nullable Throwable cause) {
    return failure.of(message, cause);
  }
}
