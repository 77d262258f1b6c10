package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.HibernateSettings;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;

/**
 * Names the settings, for {@code persistence.xml}, {@code hibernate.properties}, {@code
 * spring.jpa.properties}, system properties or MicroProfile Config.
 *
 * <p>None is required: without {@link #GENERATOR} and {@link #WORKER_ID}, a worker is leased from
 * the application's own database. The settings of another id space, such as {@code orders}, have
 * its name after the prefix: {@code snowbraid.orders.layout}. A mistyped setting is rejected.
 */
public final class SnowflakeSettings {

  /**
   * An {@link io.snowbraid.IdGenerator} object that issues the ids; Hibernate does not close it.
   */
  public static final String GENERATOR = HibernateSettings.GENERATOR;

  /**
   * A worker number to use instead of a leased worker; no other running process of the same id
   * space may have it. All entity managers of a process with the same number share one generator.
   */
  public static final String WORKER_ID = ConfiguredGenerators.WORKER_ID;

  /**
   * The directory on a local disk that workers are leased from, instead of a table; segments are
   * drawn from it, too, unless {@link #SEGMENT_TABLE} is set. Another id space has a folder in it,
   * unless it has a directory of its own. For tests that clean or replace the schema.
   */
  public static final String DIRECTORY = "snowbraid.directory";

  /** The text form of a {@link io.snowbraid.layout.Layout}; the default layout unless set. */
  public static final String LAYOUT = "snowbraid.layout";

  /**
   * The table that workers are leased from; {@code snowbraid_worker} unless set. A name without a
   * schema refers to the table in {@code hibernate.default_schema} and {@code default_catalog}, or
   * else to one that a connection finds by that name. A missing table is created in the default
   * schema and catalog.
   */
  public static final String TABLE = "snowbraid.table";

  /**
   * Says whether that table is created if it is missing; {@code true} unless set. With {@code
   * false}, the start waits up to ten seconds for the table, because migrations may still be
   * running. If it is still missing then, the error says how to create it.
   */
  public static final String CREATE_TABLE = "snowbraid.create-table";

  /**
   * The namespace in that table; ids of one namespace are unique together. Unless set, it is {@code
   * default}, or the name of the id space.
   */
  public static final String NAMESPACE = "snowbraid.namespace";

  /**
   * Which workers of the table may be leased: numbers or ranges such as {@code 0-63}; all unless
   * set. With separate shares, two independent databases can serve one namespace. The setting
   * without the name of a space applies to all id spaces that do not have their own.
   */
  public static final String WORKERS = "snowbraid.workers";

  /**
   * Says whether the database has {@code NEXT_SNOWFLAKE()}; {@code none} unless set. {@code
   * install} creates the SQL functions before any table, with {@link
   * io.snowbraid.jdbc.SnowflakeFunctions}; {@code present} says that they already exist. With the
   * functions, the database issues the ids of the default space for HQL's {@code insert ...
   * select}.
   */
  public static final String SQL_FUNCTIONS = HibernateSettings.SQL_FUNCTIONS;

  /**
   * The data source that workers are leased from, if it is not the one that Hibernate uses: a
   * {@link javax.sql.DataSource}, or its name in JNDI. It is needed where the application passes
   * connections to Hibernate, because no worker can be leased there otherwise, and where the
   * connection depends on the calling thread.
   */
  public static final String DATA_SOURCE = HibernateSettings.DATA_SOURCE;

  /**
   * How far ahead ids of a leased worker are granted, and so how long they continue while no
   * connection is available. The value is a {@link java.time.Duration} or a text such as {@code
   * 90s} or {@code PT5M}; one minute unless set. The grant is extended over a connection of the
   * application's pool. So transactions may hold all of its connections for at most two thirds of
   * this time; after that, ids fail until a connection is free. {@link #DATA_SOURCE} can name
   * another pool.
   */
  public static final String HORIZON = "snowbraid.horizon";

  /**
   * How long a call may wait for the clock, or for a new grant after the last one ran out. The
   * value is a {@link java.time.Duration} or a text such as {@code 500ms}; one second unless set.
   */
  public static final String MAX_WAIT = "snowbraid.max-wait";

  /**
   * Says whether the application may assign ids to all entities; {@code false} unless set. {@link
   * SnowflakeId#assigned()} allows it for one entity and states the price.
   */
  public static final String ASSIGNED_IDS = HibernateSettings.ASSIGNED_IDS;

  /**
   * A {@link io.snowbraid.segment.SegmentGenerators} object, or a {@link
   * java.util.function.Supplier} of one, that issues the numbers of {@code generator =
   * "segment:orders"}; Hibernate does not close it. Unless set, numbers are drawn from the
   * application's own database.
   */
  public static final String SEGMENTS = HibernateSettings.SEGMENTS;

  /**
   * The table that segments are drawn from; {@code snowbraid_segment} unless set, in {@code
   * hibernate.default_schema} and {@code default_catalog}. {@link #CREATE_TABLE} holds for it, too.
   */
  public static final String SEGMENT_TABLE = HibernateSettings.SEGMENT_TABLE;

  private SnowflakeSettings() {}
}
