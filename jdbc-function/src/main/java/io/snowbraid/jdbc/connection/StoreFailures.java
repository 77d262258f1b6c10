package io.snowbraid.jdbc.connection;

import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerRecordHiddenException;
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
 * @param creation creates a failure
 */
public record StoreFailures(String content, String use, Supplier<String> where, Creation creation) {

  /** The failures of databases in which functions are installed, or workers looked for. */
  public static final StoreFailures OF_WORKERS = ofWorkers(() -> "");

  /** What a failure means to the caller. */
  public enum Kind {
    /** Nothing else: the database gave no answer, or rejects the statement. */
    FAILED,
    /** The database takes no writes. */
    READ_ONLY,
    /** The database has no such table. */
    MISSING_TABLE,
    /** The user lacks a privilege on the table, so what it holds cannot be seen. */
    DENIED
  }

  /** Creates an exception. */
  public interface Creation {
    RuntimeException of(Kind kind, String message, @Nullable Throwable cause);
  }

  /**
   * Creates the failures of a source of workers.
   *
   * @param where says, beginning with a comma, where its table is; it may be empty
   */
  public static StoreFailures ofWorkers(Supplier<String> where) {
    return new StoreFailures("worker", "lease workers", where, StoreFailures::workerFailure);
  }

  private static RuntimeException workerFailure(
      Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new WorkerSourceException(message);
    }
    return switch (kind) {
      case FAILED -> new WorkerSourceException(message, cause);
      case READ_ONLY -> new ReadOnlyStoreException(message, cause);
      case MISSING_TABLE -> new MissingTableException(message, cause);
      case DENIED -> new WorkerRecordHiddenException(message, cause);
    };
  }

  /** Creates a failure that has no special meaning. */
  public RuntimeException failed(String message, @Nullable Throwable cause) {
    return creation.of(Kind.FAILED, message, cause);
  }

  /** Creates a failure that the database has reported. */
  public RuntimeException of(Kind kind, String message, Throwable cause) {
    return creation.of(kind, message, Objects.requireNonNull(cause));
  }
}
