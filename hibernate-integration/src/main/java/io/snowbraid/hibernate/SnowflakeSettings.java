package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.HibernateSettings;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;

/**
 * Names the settings for {@code persistence.xml}, {@code hibernate.properties}, {@code
 * spring.jpa.properties}, system properties and MicroProfile Config.
 *
 * <p>All are optional: without {@link #GENERATOR} and {@link #WORKER_ID}, a worker is leased from
 * the application's database. The settings of another id space, such as {@code orders}, have its
 * name after the prefix: {@code snowbraid.orders.layout}. Unknown settings are rejected.
 */
public final class SnowflakeSettings {

  /**
   * An {@link io.snowbraid.IdGenerator} object that generates the ids. Hibernate does not close it.
   */
  public static final String GENERATOR = HibernateSettings.GENERATOR;

  /**
   * A fixed worker number, used instead of a leased worker. No other running process of the same id
   * space may use it. All entity managers of a process with the same number share one generator.
   */
  public static final String WORKER_ID = ConfiguredGenerators.WORKER_ID;

  /**
   * A directory on a local disk to lease workers from instead of a table, such as for tests that
   * clean or replace the schema. Segments are also drawn from it unless {@link #SEGMENT_TABLE} is
   * set. Each other id space uses a subdirectory of it, unless that space has a directory of its
   * own.
   */
  public static final String DIRECTORY = "snowbraid.directory";

  /** The text form of a {@link io.snowbraid.layout.Layout}; the default layout if not set. */
  public static final String LAYOUT = "snowbraid.layout";

  /**
   * The table to lease workers from; {@code snowbraid_worker} by default. A name without a schema
   * refers to the table in {@code hibernate.default_schema} and {@code default_catalog}, otherwise
   * to the one that a connection finds by that name. A missing table is created in the default
   * schema and catalog.
   */
  public static final String TABLE = "snowbraid.table";

  /**
   * Whether to create the table if it is missing; {@code true} by default. With {@code false},
   * startup waits up to ten seconds for the table, because migrations may still be running. If it
   * is still missing then, the error says how to create it.
   */
  public static final String CREATE_TABLE = "snowbraid.create-table";

  /**
   * The namespace in that table; ids are unique within a namespace. By default, {@code default} or
   * the name of the id space.
   */
  public static final String NAMESPACE = "snowbraid.namespace";

  /**
   * The workers that may be leased from the table: numbers or ranges such as {@code 0-63}; all by
   * default. With separate shares, independent databases can serve one namespace. Without the name
   * of a space, it applies to all id spaces that do not set their own.
   */
  public static final String WORKERS = "snowbraid.workers";

  /**
   * Whether the database has {@code NEXT_SNOWFLAKE()}; {@code none} by default. {@code install}
   * creates the SQL functions before any table, with {@link io.snowbraid.jdbc.SnowflakeFunctions}.
   * {@code present} means that they already exist. With the functions, the database generates the
   * default space's ids for HQL's {@code insert ... select}.
   */
  public static final String SQL_FUNCTIONS = HibernateSettings.SQL_FUNCTIONS;

  /**
   * The data source to lease workers from, if it differs from Hibernate's: a {@link
   * javax.sql.DataSource} or its JNDI name. Required if the application passes connections to
   * Hibernate, because no worker can be leased otherwise, or if the connection depends on the
   * calling thread.
   */
  public static final String DATA_SOURCE = HibernateSettings.DATA_SOURCE;

  /**
   * How far ahead a leased worker's ids are granted, and therefore how long they continue while no
   * connection is available: a {@link java.time.Duration} or a text such as {@code 90s} or {@code
   * PT5M}; one minute by default. Grants are extended over a connection from the application's
   * pool. Transactions may therefore use all its connections for at most two thirds of this time;
   * after that, ids fail until a connection is free. {@link #DATA_SOURCE} can select another pool.
   */
  public static final String HORIZON = "snowbraid.horizon";

  /**
   * How long a call may wait for the clock, or for a new grant after the last one has expired: a
   * {@link java.time.Duration} or a text such as {@code 500ms}; one second by default.
   */
  public static final String MAX_WAIT = "snowbraid.max-wait";

  /**
   * Whether the application may assign ids to all entities; {@code false} by default. {@link
   * SnowflakeId#assigned()} allows it for one entity and describes what it costs.
   */
  public static final String ASSIGNED_IDS = HibernateSettings.ASSIGNED_IDS;

  /**
   * A {@link io.snowbraid.segment.SegmentGenerators} object, or a {@link
   * java.util.function.Supplier} of one, that generates the numbers for {@code generator =
   * "segment:orders"}. Hibernate does not close it. By default, numbers are drawn from the
   * application's database.
   */
  public static final String SEGMENTS = HibernateSettings.SEGMENTS;

  /**
   * The table to draw segments from; {@code snowbraid_segment} by default, in {@code
   * hibernate.default_schema} and {@code default_catalog}. {@link #CREATE_TABLE} applies to it as
   * well.
   */
  public static final String SEGMENT_TABLE = HibernateSettings.SEGMENT_TABLE;

  private SnowflakeSettings() {}
}
