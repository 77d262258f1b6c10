package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.Settings;
import io.snowbraid.jdbc.internal.ProcessGenerators;

/**
 * The names of the settings, for {@code persistence.xml}, {@code hibernate.properties}, {@code
 * spring.jpa.properties} or system properties.
 *
 * <p>None has to be set: without {@link #GENERATOR} and {@link #WORKER_ID} a worker is leased from
 * the application's own database. The settings of a further id space such as {@code orders} have
 * its name behind the prefix: {@code snowbraid.orders.layout}.
 */
public final class SnowflakeSettings {

  /** A ready {@link io.snowbraid.IdGenerator} object that issues the ids; it stays open. */
  public static final String GENERATOR = Settings.GENERATOR;

  /**
   * A worker number that no other running process of the same id space has, in place of one that is
   * leased. All entity managers of a process with the same number share one generator.
   */
  public static final String WORKER_ID = ProcessGenerators.WORKER_ID;

  /** The text form of a {@link io.snowbraid.Layout}; the default layout unless set. */
  public static final String LAYOUT = ProcessGenerators.LAYOUT;

  /** The table that workers are leased from; {@code snowbraid_worker} unless set. */
  public static final String TABLE = Settings.TABLE;

  /**
   * The namespace in that table: ids of one namespace are unique together. Unless set, {@code
   * default}, or the name of the id space.
   */
  public static final String NAMESPACE = Settings.NAMESPACE;

  /**
   * Says whether the database has {@code NEXT_SNOWFLAKE()}: {@code install} creates the SQL
   * functions before any table, with {@link io.snowbraid.jdbc.SnowflakeFunctions}; {@code present}
   * says that they are there; {@code none} unless set. With them, HQL's {@code insert ... select}
   * lets the database issue the ids of the default space.
   */
  public static final String SQL_FUNCTIONS = Settings.SQL_FUNCTIONS;

  private SnowflakeSettings() {}
}
