package io.snowbraid.jdbc.connection;

import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the failures of a database, and names what the database is used for.
 *
 * @param content what the table holds
 * @param use what the application does with the database
 * @param inTests begins the remedy for a table or rows that are gone; empty if tests do not reset
 *     such a schema
 * @param where says, beginning with a comma, where the database is; it may be empty
 * @param creation creates a failure
 */
public record StoreFailures(
    String content, String use, String inTests, Supplier<String> where, Creation creation) {

  private static final String RESET =
      "in tests that reset the schema, set snowbraid.directory (docs/testing.md); otherwise ";

  /** The failures of databases in which functions are installed, or workers looked for. */
  public static final StoreFailures OF_WORKERS =
      new StoreFailures("worker", "lease workers", RESET, () -> "", StoreFailures::ofWorkers);

  /** The failures of databases from which segments are drawn. */
  public static final StoreFailures OF_SEGMENTS =
      new StoreFailures("segment", "draw segments", RESET, () -> "", StoreFailures::ofSegments);

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

  /** Marks the exceptions that are thrown if connections find no table of that name. */
  public interface MissingTable {}

  /** Thrown if there is no table of workers where the connections look for it. */
  public static final class MissingWorkerTableException extends WorkerSourceException
      implements MissingTable {

    private static final long serialVersionUID = 1L;

    MissingWorkerTableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Thrown if there is no table of segments where the connections look for it. */
  public static final class MissingSegmentTableException extends SegmentSourceException
      implements MissingTable {

    private static final long serialVersionUID = 1L;

    public MissingSegmentTableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Returns the same failures, which say where the database is.
   *
   * @param place where its tables are
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

  /** Creates a failure that has no special meaning. */
  public RuntimeException failed(String message, @Nullable Throwable cause) {
    return creation.of(Kind.FAILED, message, cause);
  }
}
