package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The generators that settings describe, one for each worker and layout in this process.
 *
 * <p>However many entity managers and databases one process has, those with the same settings share
 * one generator. It lives as long as the process, because its lanes must be remembered: a second
 * generator of the same worker would not know where the first one stood.
 */
public final class SharedGenerators {

  /** The setting that holds the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  /** The setting that holds the text form of the layout. */
  public static final String LAYOUT = "snowbraid.layout";

  private static final Map<Key, Snowflake> GENERATORS = new ConcurrentHashMap<>();

  private SharedGenerators() {}

  /**
   * Finds or builds the generator that settings describe.
   *
   * @param settings gives the value of a setting, null if it is not set
   * @return the generator, or empty if no worker is set
   * @throws IllegalArgumentException if a setting is malformed or out of range
   */
  public static Optional<Snowflake> find(Function<String, @Nullable Object> settings) {
    Object worker = settings.apply(WORKER_ID);
    if (worker == null) {
      return Optional.empty();
    }
    Key key = new Key(workerId(worker), layout(settings));
    return Optional.of(GENERATORS.computeIfAbsent(key, Key::build));
  }

  /**
   * Reads the layout that settings describe.
   *
   * @param settings gives the value of a setting, null if it is not set
   * @return the layout, the default one if none is set
   * @throws IllegalArgumentException if the text is malformed
   */
  public static Layout layout(Function<String, @Nullable Object> settings) {
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

  private record Key(int worker, Layout layout) {

    Snowflake build() {
      return Snowflake.builder().layout(layout).worker(WorkerSource.fixed(worker)).build();
    }
  }
}
