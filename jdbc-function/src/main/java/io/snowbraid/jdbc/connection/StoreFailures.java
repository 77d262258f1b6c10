package io.snowbraid.jdbc.connection;

import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions for database failures.
 *
 * @param content what the table holds
 * @param use what the application does with the database
 * @param inTests the beginning of the remedy for a lost table or row; empty if tests do not reset
 *     such a schema
 * @param where the database's location for messages, beginning with a comma; may be empty
 * @param creation creates an exception
 */
public record StoreFailures(
    String content, String use, String inTests, Supplier<String> where, Creation creation) {

  /** What messages about missing tables of workers and segments advise first. */
  public static final String RESET =
      "in tests that reset the schema, set snowbraid.directory (docs/testing.md). Otherwise ";

  /** Failures of worker tables and SQL functions. */
  public static final StoreFailures OF_WORKERS =
      new StoreFailures("worker", "lease workers", RESET, () -> "", StoreFailures::ofWorkers);

  /** Failures of segment tables. */
  public static final StoreFailures OF_SEGMENTS =
      new StoreFailures("segment", "draw segments", RESET, () -> "", StoreFailures::ofSegments);

  /** Kinds of failures. */
  public enum Kind {
    /** The database did not answer, or rejected the statement. */
    FAILED,
    /** The database accepts no writes. */
    READ_ONLY,
    /** The database has no such table. */
    MISSING_TABLE,
    /** The user lacks a privilege on the table, so its rows cannot be seen. */
    DENIED
  }

  /** Creates an exception. */
  public interface Creation {
    RuntimeException of(Kind kind, String message, @Nullable Throwable cause);
  }

  /** Marks exceptions for a missing table. */
  public interface MissingTable {}

  /** Thrown if connections find no worker table. */
  public static final class MissingWorkerTableException extends WorkerSourceException
      implements MissingTable {

    private static final long serialVersionUID = 1L;

    MissingWorkerTableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Thrown if connections find no segment table. */
  public static final class MissingSegmentTableException extends SegmentSourceException
      implements MissingTable {

    private static final long serialVersionUID = 1L;

    public MissingSegmentTableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Returns the same failures with a location in their messages.
   *
   * @param place where the tables are
   */
  public StoreFailures at(Supplier<String> place) {
    return new StoreFailures(content, use, inTests, () -> ", " + place.get(), creation);
  }

  private static RuntimeException ofWorkers(Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new WorkerSourceException(message);
    }
    return switch (kind) {
      case FAILED -> new WorkerSourceException(message, cause);
      case READ_ONLY -> new ReadOnlyStoreException(message, cause);
      case MISSING_TABLE -> new MissingWorkerTableException(message, cause);
      case DENIED -> new WorkerRecordHiddenException(message, cause);
    };
  }

  private static RuntimeException ofSegments(Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new SegmentSourceException(message);
    }
    return kind == Kind.MISSING_TABLE
        ? new MissingSegmentTableException(message, cause)
        : new SegmentSourceException(message, cause);
  }

  /** Creates a failure of the kind {@link Kind#FAILED}. */
  public RuntimeException failed(String message, @Nullable Throwable cause) {
    return creation.of(Kind.FAILED, message, cause);
  }
}
