package io.snowbraid.jdbc.derby;

import io.snowbraid.IdParts;
import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import io.snowbraid.jdbc.internal.UtcTimestamp;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.derby.iapi.sql.conn.ConnectionUtil;

/** The Java methods that Derby's SQL functions call. Applications use SQL instead. */
public final class DerbyFunctions {

  static {
    ClassPathDrivers.read();
  }

  private DerbyFunctions() {}

  /**
   * {@code NEXT_SNOWFLAKE()}.
   *
   * @return a new id
   * @throws SQLException if no id can be issued
   */
  public static long nextSnowflake() throws SQLException {
    return SqlFunctionBackend.nextId(database());
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}.
   *
   * @param count how many ids are wanted
   * @return one column {@code ID} with new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static ResultSet nextSnowflakes(int count) throws SQLException {
    return new DerbyIdResultSet(SqlFunctionBackend.nextIds(database(), count));
  }

  /**
   * {@code SNOWFLAKE_TIME(id)}.
   *
   * @param id an id
   * @return the start of its tick
   * @throws SQLException if the number is not an id
   */
  public static String time(long id) throws SQLException {
    return UtcTimestamp.of(decode(id));
  }

  /**
   * {@code SNOWFLAKE_ROLLBACK(id)}.
   *
   * @param id an id
   * @return its rollback number
   * @throws SQLException if the number is not an id
   */
  public static int rollback(long id) throws SQLException {
    return decode(id).rollback();
  }

  /**
   * {@code SNOWFLAKE_TIMELINE(id)}.
   *
   * @param id an id
   * @return its timeline
   * @throws SQLException if the number is not an id
   */
  public static int timeline(long id) throws SQLException {
    return decode(id).timeline();
  }

  /**
   * {@code SNOWFLAKE_WORKER(id)}.
   *
   * @param id an id
   * @return its worker
   * @throws SQLException if the number is not an id
   */
  public static int worker(long id) throws SQLException {
    return decode(id).worker();
  }

  /**
   * {@code SNOWFLAKE_SEQUENCE(id)}.
   *
   * @param id an id
   * @return its sequence number
   * @throws SQLException if the number is not an id
   */
  public static int sequence(long id) throws SQLException {
    return decode(id).sequence();
  }

  /**
   * {@code SNOWFLAKE_PARTS(id)}.
   *
   * @param id an id
   * @return a JSON object of its fields
   * @throws SQLException if the number is not an id
   */
  public static String parts(long id) throws SQLException {
    return SqlFunctionBackend.parts(database(), id);
  }

  /**
   * {@code SNOWFLAKE_MIN_ID(time)}.
   *
   * @param time a time as {@link #time} returns it, in UTC
   * @return the smallest id of its tick
   * @throws SQLException if the text is no time, or the layout of the ids cannot hold it
   */
  public static long minId(String time) throws SQLException {
    return SqlFunctionBackend.minId(database(), UtcTimestamp.parse(time));
  }

  /**
   * {@code SNOWFLAKE_MAX_ID(time)}.
   *
   * @param time a time as {@link #time} returns it, in UTC
   * @return the largest id of its tick
   * @throws SQLException if the text is no time, or the layout of the ids cannot hold it
   */
  public static long maxId(String time) throws SQLException {
    return SqlFunctionBackend.maxId(database(), UtcTimestamp.parse(time));
  }

  private static IdParts decode(long id) throws SQLException {
    return SqlFunctionBackend.decode(database(), id);
  }

  /**
   * Returns the same address as a connection from outside. Functions that run no SQL have no
   * connection.
   */
  private static String database() throws SQLException {
    return "jdbc:derby:" + ConnectionUtil.getCurrentLCC().getDbname();
  }
}
