package io.snowbraid.hibernate.internal;

import io.snowbraid.Snowflake;
import java.util.List;

/** The settings of a generator whose worker is leased. */
final class LeaseOptions {

  private static final List<String> NAMES = List.of(Settings.HORIZON, Settings.MAX_WAIT);

  private LeaseOptions() {}

  /**
   * A builder with these settings.
   *
   * @throws IllegalArgumentException if one is malformed or out of range
   */
  static Snowflake.Builder of(Settings settings, String space) {
    Snowflake.Builder builder = Snowflake.builder().layout(settings.layout(space));
    Object horizon = settings.get(space, Settings.HORIZON);
    if (horizon != null) {
      builder.horizon(Durations.read(Settings.name(space, Settings.HORIZON), horizon));
    }
    Object maxWait = settings.get(space, Settings.MAX_WAIT);
    if (maxWait != null) {
      builder.maxWait(Durations.read(Settings.name(space, Settings.MAX_WAIT), maxWait));
    }
    return builder;
  }

  /** Refuses settings that a generator of another origin would ignore. */
  static void requireNone(Settings settings, String space) {
    for (String name : NAMES) {
      Object value = settings.ofHibernate(space, name);
      if (value != null) {
        throw new IllegalArgumentException(
            "%1$s is for a worker that is leased: %1$s=%2$s; leave it out, or set it where the"
                    .formatted(Settings.name(space, name), value)
                + " generator is built");
      }
    }
  }
}
