package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The generators of this process that settings describe, by worker and layout. */
public final class ConfiguredGenerators {

  /** The setting that holds the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  /** The setting that holds the text form of the layout. */
  public static final String LAYOUT = "snowbraid.layout";

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Key, Snowflake> GENERATORS = new HashMap<>();

  /** Issues the ids of functions that have no generator of their own. */
  private static volatile @Nullable Snowflake fallback;

  private ConfiguredGenerators() {}

  private record Key(int worker, Layout layout) {

    Snowflake build() {
      try {
        return Snowflake.builder().layout(layout).worker(WorkerSource.fixed(worker)).build();
      } catch (NoWorkerAvailableException e) {
        throw new IllegalStateException(
            "no generator could be built from the setting "
                + WORKER_ID
                + "="
                + worker
                + ": "
                + e.getMessage(),
            e);
      }
    }
  }

  /**
   * Finds or builds the generator that settings describe.
   *
   * @param settings gives the value of a setting, null if it is not set
   * @return the generator, or empty if no worker is set
   * @throws IllegalArgumentException if a setting is malformed or out of range
   * @throws IllegalStateException if another generator of this process has the worker
   */
  public static Optional<Snowflake> of(Function<String, @Nullable Object> settings) {
    Object worker = settings.apply(WORKER_ID);
    if (worker == null) {
      return Optional.empty();
    }
    Key key = new Key(workerId(worker), layout(settings));
    LOCK.lock();
    try {
      Snowflake generator = GENERATORS.get(key);
      if (generator == null || !generator.isOpen()) {
        generator = key.build();
        GENERATORS.put(key, generator);
      }
      if (!isOpen(fallback)) {
        fallback = generator;
      }
      return Optional.of(generator);
    } finally {
      LOCK.unlock();
    }
  }

  /** The first that settings described, else the one that system properties describe. */
  static Optional<Snowflake> fallback() {
    Snowflake first = fallback;
    return isOpen(first) ? Optional.ofNullable(first) : of(System::getProperty);
  }

  private static boolean isOpen(@Nullable Snowflake generator) {
    return generator != null && generator.isOpen();
  }

  /** The layout that settings describe. */
  static Layout layout(Function<String, @Nullable Object> settings) {
    Object text = settings.apply(LAYOUT);
    return text == null ? Layout.DEFAULT : Layout.parse(text.toString());
  }

  private static int workerId(Object value) {
    try {
      return Integer.parseInt(value.toString().strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          WORKER_ID + " must be a whole number: " + WORKER_ID + "=" + value, e);
    }
  }
}
