package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import io.snowbraid.layout.IdParts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/** Implements H2's SQL functions. Applications call these from SQL. */
@SuppressWarnings("exports") // callers do not need the nullness annotations
public final class H2Functions {

  /** The URL of the connection with which H2 calls a table function only to read its columns. */
  private static final String COLUMN_LIST_URL = "jdbc:columnlist:connection";

  private static final String NOT_READY = "55000";

  static {
    ClassPathDrivers.read();
  }

  private H2Functions() {}

  /**
   * {@code NEXT_SNOWFLAKE()}.
   *
   * @param connection the connection that runs the statement
   * @return a new id
   * @throws SQLException if no id can be issued
   */
  public static long nextSnowflake(Connection connection) throws SQLException {
    return SqlFunctionBackend.nextId(database(connection));
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}.
   *
   * @param connection the connection that runs the statement
   * @param count the number of ids
   * @return one column {@code ID} with new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static ResultSet nextSnowflakes(Connection connection, @Nullable Integer count)
      throws SQLException {
    return rows("ID", connection, count);
  }

  /**
   * {@code next_snowflakes(n)}, for databases that keep the case of names or store them in lower
   * case.
   *
   * @param connection the connection that runs the statement
   * @param count the number of ids
   * @return one column {@code id} with new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static ResultSet nextSnowflakesInLowerCase(Connection connection, @Nullable Integer count)
      throws SQLException {
    return rows("id", connection, count);
  }

  private static ResultSet rows(String column, Connection connection, @Nullable Integer count)
      throws SQLException {
    SimpleResultSet rows = new SimpleResultSet();
    rows.addColumn(column, Types.BIGINT, 0, 0);
    if (!COLUMN_LIST_URL.equals(connection.getMetaData().getURL())) {
      for (long id : SqlFunctionBackend.nextIds(database(connection), count)) {
        rows.addRow(id);
      }
    }
    return rows;
  }

  private static String database(Connection connection) throws SQLException {
    return H2DatabaseName.name(connection)
        .orElseThrow(() -> new SQLException("functions must run inside the database", NOT_READY));
  }

  /**
   * {@code SNOWFLAKE_TIME(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return the start of its tick
   * @throws SQLException if the number is not an id
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
   * @throws SQLException if the number is not an id
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
   * @throws SQLException if the number is not an id
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
   * @throws SQLException if the number is not an id
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
   * @throws SQLException if the number is not an id
   */
  public static int sequence(Connection connection, long id) throws SQLException {
    return decode(connection, id).sequence();
  }

  /**
   * {@code SNOWFLAKE_PARTS(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return a JSON object of its fields
   * @throws SQLException if the number is not an id
   */
  public static String parts(Connection connection, long id) throws SQLException {
    return SqlFunctionBackend.parts(database(connection), id);
  }

  /**
   * {@code SNOWFLAKE_MIN_ID(time)}.
   *
   * @param connection the connection that runs the statement
   * @param time a time
   * @return the smallest possible id of its tick; null if the time is null
   * @throws SQLException if the layout cannot hold the time
   */
  public static @Nullable Long minId(Connection connection, @Nullable OffsetDateTime time)
      throws SQLException {
    return time == null ? null : SqlFunctionBackend.minId(database(connection), time.toInstant());
  }

  /**
   * {@code SNOWFLAKE_MAX_ID(time)}.
   *
   * @param connection the connection that runs the statement
   * @param time a time
   * @return the largest possible id of its tick; null if the time is null
   * @throws SQLException if the layout cannot hold the time
   */
  public static @Nullable Long maxId(Connection connection, @Nullable OffsetDateTime time)
      throws SQLException {
    return time == null ? null : SqlFunctionBackend.maxId(database(connection), time.toInstant());
  }

  private static IdParts decode(Connection connection, long id) throws SQLException {
    return SqlFunctionBackend.decode(database(connection), id);
  }
}
