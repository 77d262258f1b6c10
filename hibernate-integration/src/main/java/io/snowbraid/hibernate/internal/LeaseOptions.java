package io.snowbraid.hibernate.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.DurationSetting;
import io.snowbraid.worker.WorkerShare;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a generator whose worker is leased. */
final class LeaseOptions {

  private static final List<String> NAMES =
      List.of(HibernateSettings.WORKERS, HibernateSettings.HORIZON, HibernateSettings.MAX_WAIT);

  private LeaseOptions() {}

  /**
   * Checks all of them.
   *
   * @throws IllegalArgumentException if one is malformed or out of range
   */
  static void check(HibernateSettings settings, String space) {
    of(settings, space);
    workers(settings, space);
  }

  /**
   * Creates a builder with these settings.
   *
   * @throws IllegalArgumentException if one is malformed or out of range
   */
  static Snowflake.Builder of(HibernateSettings settings, String space) {
    Snowflake.Builder builder = Snowflake.builder().layout(settings.layout(space));
    Object horizon = settings.get(space, HibernateSettings.HORIZON);
    if (horizon != null) {
      builder.horizon(
          DurationSetting.read(HibernateSettings.name(space, HibernateSettings.HORIZON), horizon));
    }
    Object maxWait = settings.get(space, HibernateSettings.MAX_WAIT);
    if (maxWait != null) {
      builder.maxWait(
          DurationSetting.read(HibernateSettings.name(space, HibernateSettings.MAX_WAIT), maxWait));
    }
    return builder;
  }

  /**
   * Returns the workers that may be leased: those set for the space, otherwise those set for all
   * spaces.
   *
   * @return null if all may be leased
   * @throws IllegalArgumentException if they are malformed
   */
  static @Nullable String workers(HibernateSettings settings, String space) {
    String own = HibernateSettings.name(space, HibernateSettings.WORKERS);
    String name =
        settings.get(space, HibernateSettings.WORKERS) == null ? HibernateSettings.WORKERS : own;
    Object value = settings.get("", name);
    if (value == null) {
      return null;
    }
    try {
      return WorkerShare.parse(value.toString().strip()).toString();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  /** Rejects settings that would be ignored because the space's worker is not leased. */
  static void requireNone(HibernateSettings settings, String space) {
    for (String name : NAMES) {
      Object value = settings.ofHibernate(space, name);
      if (value != null && !isForOtherSpaces(settings, space, name)) {
        throw new IllegalArgumentException(
            "%1$s has no effect, because Hibernate does not lease the worker: %1$s=%2$s; remove it, or set it where the"
                    .formatted(HibernateSettings.name(space, name), value)
                + " generator is built");
      }
    }
  }

  /**
   * Tells whether the setting is a share for the other spaces of an application whose default space
   * has a supplied generator.
   */
  private static boolean isForOtherSpaces(HibernateSettings settings, String space, String name) {
    return space.isEmpty()
        && name.equals(HibernateSettings.WORKERS)
        && settings.get("", HibernateSettings.GENERATOR) != null;
  }
}
