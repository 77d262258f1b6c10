package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.segment.SegmentSourceException;
import java.util.Objects;
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
        "segment",
        "draw segments",
        () -> ", " + place.get(),
        SegmentFailures::failure,
        SegmentFailures::failure,
        (message, cause) ->
            new MissingSegmentTableException(message, Objects.requireNonNull(cause)));
  }

  private static RuntimeException failure(String message, @Nullable Throwable cause) {
    return cause == null
        ? new SegmentSourceException(message)
        : new SegmentSourceException(message, cause);
  }
}
