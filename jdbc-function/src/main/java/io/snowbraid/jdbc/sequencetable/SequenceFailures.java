package io.snowbraid.jdbc.sequencetable;

import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.sequence.SequenceStoreException;
import java.util.Objects;
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
        "sequence",
        "keep numbers per key",
        () -> ", " + place.get(),
        SequenceFailures::failure,
        SequenceFailures::failure,
        (message, cause) ->
            new MissingSequenceTableException(message, Objects.requireNonNull(cause)));
  }

  private static RuntimeException failure(String message, @Nullable Throwable cause) {
    return cause == null
        ? new SequenceStoreException(message)
        : new SequenceStoreException(message, cause);
  }
}
