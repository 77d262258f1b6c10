package io.snowbraid.hibernate;

import io.snowbraid.jdbc.internal.ProcessGenerators;

/**
 * The names of the settings, for {@code persistence.xml}, {@code hibernate.properties}, {@code
 * spring.jpa.properties} or system properties.
 *
 * <p>Either {@link #GENERATOR} or {@link #WORKER_ID} must be set.
 */
public final class SnowflakeSettings {

  /** A ready {@link io.snowbraid.IdGenerator} object that issues the ids; it stays open. */
  public static final String GENERATOR = "snowbraid.generator";

  /**
   * A worker number that no other running process of the same id space has. All entity managers of
   * a process with the same number share one generator.
   */
  public static final String WORKER_ID = ProcessGenerators.WORKER_ID;

  /** The text form of a {@link io.snowbraid.Layout}; the default layout unless set. */
  public static final String LAYOUT = ProcessGenerators.LAYOUT;

  private SnowflakeSettings() {}
}
