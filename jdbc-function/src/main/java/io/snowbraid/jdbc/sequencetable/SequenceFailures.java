package io.snowbraid.jdbc.sequencetable;

import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreFailures.Kind;
import io.snowbraid.sequence.SequenceStoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the failures of databases that keep numbers per key. */
public final class SequenceFailures {

  private SequenceFailures() {}

  /**
   * Creates the failures of one store.
   *
   * @param place where its tables are
   */
  public static StoreFailures of(Supplier<String> place) {
    return new StoreFailures(
        "sequence", "keep numbers per key", () -> ", " + place.get(), SequenceFailures::failure);
  }

  private static RuntimeException failure(Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new SequenceStoreException(message);
    }
    return kind == Kind.MISSING_TABLE
        ? new MissingSequenceTableException(message, cause)
        : new SequenceStoreException(message, cause);
  }
}
