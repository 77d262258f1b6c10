package io.snowbraid.jdbc.internal;

import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The generators of this process that settings describe, by their settings. */
public final class ConfiguredGenerators {

  /** The setting that holds the worker number. */
  public static final String WORKER_ID = "snowbraid.worker-id";

  /** Other system properties are for the code that builds a generator. */
  private static final Set<Setting> PROCESS = EnumSet.of(Setting.WORKER_ID, Setting.LAYOUT);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<GeneratorSettings, Snowflake> GENERATORS = new HashMap<>();

  /** Issues the ids of functions that have no generator of their own. */
  private static volatile @Nullable Snowflake fallback;

  private ConfiguredGenerators() {}

  /**
   * Finds or builds the generator that settings describe.
   *
   * @param settings the settings, checked
   * @return the generator, or empty if no worker is set
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

  /** The first that settings described, else the one that system properties describe. */
  static Optional<Snowflake> fallback() {
    Snowflake first = fallback;
    return isOpen(first) ? Optional.ofNullable(first) : of(ofProcess().check());
  }

  private static boolean isOpen(@Nullable Snowflake generator) {
    return generator != null && generator.isOpen();
  }

  /** The settings that system properties describe. */
  static GeneratorSettings ofProcess() {
    return GeneratorSettings.read(
        setting ->
            PROCESS.contains(setting) ? System.getProperty("snowbraid." + setting.key()) : null,
        "snowbraid."::concat);
  }
}
