package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Holds this process's generators with fixed workers, by their settings. */
public final class ConfiguredGenerators {

  /** The setting for the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<GeneratorSettings, Snowflake> GENERATORS = new HashMap<>();

  /** Generates the ids of functions without their own generator. */
  private static volatile @Nullable Snowflake fallback;

  private ConfiguredGenerators() {}

  /**
   * Finds or builds the generator that settings describe.
   *
   * @param settings the settings, checked
   * @return the generator; empty if no worker is set
   * @throws IllegalStateException if another generator of this process has the worker
   */
  public static Optional<Snowflake> of(GeneratorSettings settings) {
    if (settings.origin() != Origin.NUMBER) {
      return Optional.empty();
    }
    LOCK.lock();
    try {
      Snowflake generator = GENERATORS.get(settings);
      if (generator == null || !generator.isOpen()) {
        generator = build(settings);
        GENERATORS.put(settings, generator);
      }
      if (!isOpen(fallback)) {
        fallback = generator;
      }
      return Optional.of(generator);
    } finally {
      LOCK.unlock();
    }
  }

  private static Snowflake build(GeneratorSettings settings) {
    try {
      return settings.builder().worker(WorkerSource.fixed(settings.number())).build();
    } catch (NoWorkerAvailableException e) {
      throw new IllegalStateException(
          "no generator could be built from the setting %s=%s: %s"
              .formatted(WORKER_ID, settings.number(), e.getMessage()),
          e);
    }
  }

  /**
   * Returns the first generator described by settings, or the one described by system properties.
   */
  static Optional<Snowflake> fallback() {
    Snowflake first = fallback;
    return isOpen(first) ? Optional.ofNullable(first) : of(ofProcess(Optional.empty()).check());
  }

  private static boolean isOpen(@Nullable Snowflake generator) {
    return generator != null && generator.isOpen();
  }

  /**
   * Returns the settings in system properties: a worker number and a layout. Other settings are for
   * the code that builds a generator.
   *
   * @param layout overrides the property's layout
   * @return the settings
   * @throws SettingException if a property is malformed
   */
  public static GeneratorSettings ofProcess(Optional<String> layout) {
    return GeneratorSettings.read(
        setting ->
            switch (setting) {
              case WORKER_ID -> System.getProperty(WORKER_ID);
              case LAYOUT -> layout.orElseGet(() -> System.getProperty(named(setting)));
              default -> null;
            },
        ConfiguredGenerators::named);
  }

  private static String named(Setting setting) {
    return "snowbraid." + setting.key();
  }
}
