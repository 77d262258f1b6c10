package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreFailures.Kind;
import io.snowbraid.segment.SegmentSourceException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the failures of databases from which segments are drawn. */
public final class SegmentFailures {

  private SegmentFailures() {}

  /**
   * Creates the failures of one source.
   *
   * @param place where its table is
   */
  public static StoreFailures of(Supplier<String> place) {
    return new StoreFailures(
        "segment", "draw segments", () -> ", " + place.get(), SegmentFailures::failure);
  }

  private static RuntimeException failure(Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new SegmentSourceException(message);
    }
    return kind == Kind.MISSING_TABLE
        ? new MissingSegmentTableException(message, cause)
        : new SegmentSourceException(message, cause);
  }
}
