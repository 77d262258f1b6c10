package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.HibernateSettings;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;

/**
 * The names of the settings, for {@code persistence.xml}, {@code hibernate.properties}, {@code
 * spring.jpa.properties} or system properties.
 *
 * <p>None has to be set: without {@link #GENERATOR} and {@link #WORKER_ID} a worker is leased from
 * the application's own database. The settings of a further id space such as {@code orders} have
 * its name behind the prefix: {@code snowbraid.orders.layout}. One that is mistyped is refused.
 */
public final class SnowflakeSettings {

  /** A ready {@link io.snowbraid.IdGenerator} object that issues the ids; it stays open. */
  public static final String GENERATOR = HibernateSettings.GENERATOR;

  /**
   * A worker number that no other running process of the same id space has, in place of one that is
   * leased. All entity managers of a process with the same number share one generator.
   */
  public static final String WORKER_ID = ConfiguredGenerators.WORKER_ID;

  /** The text form of a {@link io.snowbraid.Layout}; the default layout unless set. */
  public static final String LAYOUT = ConfiguredGenerators.LAYOUT;

  /**
   * The table that workers are leased from; {@code snowbraid_worker} unless set. Without a schema
   * of its own it is the one in {@code hibernate.default_schema} and {@code default_catalog}, which
   * is where a missing one is created, or else one that a connection finds by that name.
   */
  public static final String TABLE = HibernateSettings.TABLE;

  /**
   * Says whether that table is created if it is missing: {@code true} unless set. With {@code
   * false} it is awaited for ten seconds, for migrations may run meanwhile; then a missing one is
   * an error that tells how to create it.
   */
  public static final String CREATE_TABLE = HibernateSettings.CREATE_TABLE;

  /**
   * The namespace in that table: ids of one namespace are unique together. Unless set, {@code
   * default}, or the name of the id space.
   */
  public static final String NAMESPACE = HibernateSettings.NAMESPACE;

  /**
   * Which workers of the table may be leased: numbers or ranges such as {@code 0-63}; all unless
   * set. So two databases that know nothing of each other can serve one namespace, each with a
   * share of its own. Without a space's name it holds for all id spaces that have none of their
   * own.
   */
  public static final String WORKERS = HibernateSettings.WORKERS;

  /**
   * Says whether the database has {@code NEXT_SNOWFLAKE()}: {@code install} creates the SQL
   * functions before any table, with {@link io.snowbraid.jdbc.SnowflakeFunctions}; {@code present}
   * says that they are there; {@code none} unless set. With them, HQL's {@code insert ... select}
   * lets the database issue the ids of the default space.
   */
  public static final String SQL_FUNCTIONS = HibernateSettings.SQL_FUNCTIONS;

  /**
   * Where workers are leased from, if it is not what Hibernate takes its connections from: a {@link
   * javax.sql.DataSource}, or its name in JNDI. Needed where Hibernate is handed its connections,
   * for without it no worker is leased then, or where they depend on the thread that asks.
   */
  public static final String DATA_SOURCE = HibernateSettings.DATA_SOURCE;

  /**
   * How far ahead ids of a leased worker are granted, and so for how long they go on while no
   * connection can be had: a {@link java.time.Duration} or a text such as {@code 90s} or {@code
   * PT5M}; one minute unless set. The grant is extended over a connection of the application's
   * pool, so transactions may hold all of its connections for two thirds of this time at most;
   * beyond that ids fail until one is free. {@link #DATA_SOURCE} can name another pool.
   */
  public static final String HORIZON = HibernateSettings.HORIZON;

  /**
   * How long a call may wait for the clock, or for a new grant when one has run out: a {@link
   * java.time.Duration} or a text such as {@code 500ms}; one second unless set.
   */
  public static final String MAX_WAIT = HibernateSettings.MAX_WAIT;

  /**
   * Says whether the application may assign ids to all entities; {@code false} unless set. The
   * price is told at {@link SnowflakeId#assigned()}, which allows it for one.
   */
  public static final String ASSIGNED_IDS = HibernateSettings.ASSIGNED_IDS;

  private SnowflakeSettings() {}
}
