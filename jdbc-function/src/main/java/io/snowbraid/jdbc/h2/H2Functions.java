package io.snowbraid.jdbc.h2;

import io.snowbraid.IdParts;
import io.snowbraid.SnowbraidException;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.ProcessGenerators;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/** The SQL functions as H2 calls them. Applications use SQL instead. */
public final class H2Functions {

  /** What {@code NEXT_SNOWFLAKES} gives at most: H2 holds the whole result in memory. */
  private static final int MAX_IDS = 1_000_000;

  /** H2 calls a table function with a connection of this name only to learn its columns. */
  private static final String COLUMN_LIST_URL = "jdbc:columnlist:connection";

  private static final String INVALID_VALUE = "22023";
  private static final String NOT_READY = "55000";

  private H2Functions() {}

  /**
   * {@code NEXT_SNOWFLAKE()}.
   *
   * @param connection the connection that runs the statement
   * @return a new id
   * @throws SQLException if no id can be issued
   */
  public static long nextSnowflake(Connection connection) throws SQLException {
    try {
      return generator(connection).nextId();
    } catch (SnowbraidException e) {
      throw new SQLException(e.getMessage(), NOT_READY, e);
    }
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}.
   *
   * @param connection the connection that runs the statement
   * @param count how many ids are wanted
   * @return one column {@code ID} with new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static ResultSet nextSnowflakes(Connection connection, @Nullable Integer count)
      throws SQLException {
    SimpleResultSet rows = new SimpleResultSet();
    rows.addColumn("ID", Types.BIGINT, 0, 0);
    if (!COLUMN_LIST_URL.equals(connection.getMetaData().getURL())) {
      for (long id : nextIds(connection, count)) {
        rows.addRow(id);
      }
    }
    return rows;
  }

  private static long[] nextIds(Connection connection, @Nullable Integer count)
      throws SQLException {
    if (count == null || count < 0 || count > MAX_IDS) {
      throw new SQLException(
          "number of ids must be in [0, " + MAX_IDS + "]: n=" + count, INVALID_VALUE);
    }
    try {
      return generator(connection).nextIds(count.intValue());
    } catch (SnowbraidException e) {
      throw new SQLException(e.getMessage(), NOT_READY, e);
    }
  }

  private static Snowflake generator(Connection connection) throws SQLException {
    String database = database(connection);
    return ProcessGenerators.behind(database)
        .orElseThrow(
            () ->
                new SQLException(
                    "a generator must stand behind NEXT_SNOWFLAKE() in this process: database="
                        + database
                        + "; install it with SnowflakeFunctions.install(dataSource, generator), or"
                        + " set the system property "
                        + ProcessGenerators.WORKER_ID
                        + " to a number that no other running process has",
                    NOT_READY));
  }

  private static String database(Connection connection) throws SQLException {
    return H2Database.name(connection)
        .orElseThrow(() -> new SQLException("functions must run inside the database", NOT_READY));
  }

  /**
   * {@code SNOWFLAKE_TIME(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return the start of its tick
   * @throws SQLException if the number is no id
   */
  public static OffsetDateTime time(Connection connection, long id) throws SQLException {
    return decode(connection, id).time().atOffset(ZoneOffset.UTC);
  }

  /**
   * {@code SNOWFLAKE_TIMELINE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its timeline
   * @throws SQLException if the number is no id
   */
  public static int timeline(Connection connection, long id) throws SQLException {
    return decode(connection, id).timeline();
  }

  /**
   * {@code SNOWFLAKE_ROLLBACK(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its rollback number
   * @throws SQLException if the number is no id
   */
  public static int rollback(Connection connection, long id) throws SQLException {
    return decode(connection, id).rollback();
  }

  /**
   * {@code SNOWFLAKE_WORKER(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its worker
   * @throws SQLException if the number is no id
   */
  public static int worker(Connection connection, long id) throws SQLException {
    return decode(connection, id).worker();
  }

  /**
   * {@code SNOWFLAKE_SEQUENCE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its sequence number
   * @throws SQLException if the number is no id
   */
  public static int sequence(Connection connection, long id) throws SQLException {
    return decode(connection, id).sequence();
  }

  private static IdParts decode(Connection connection, long id) throws SQLException {
    try {
      return ProcessGenerators.layout(database(connection)).decode(id);
    } catch (IllegalArgumentException e) {
      throw new SQLException(e.getMessage(), INVALID_VALUE, e);
    }
  }
}
