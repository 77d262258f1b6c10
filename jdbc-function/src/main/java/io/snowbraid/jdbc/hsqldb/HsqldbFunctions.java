package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.IdParts;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.FunctionCalls;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The SQL functions as HSQLDB calls them. Applications use SQL instead. */
public final class HsqldbFunctions {

  private HsqldbFunctions() {}

  /**
   * {@code NEXT_SNOWFLAKE()}.
   *
   * @param connection the connection that runs the statement
   * @return a new id
   * @throws SQLException if no id can be issued
   */
  public static long nextSnowflake(Connection connection) throws SQLException {
    return FunctionCalls.nextId(DatabaseName.of(connection));
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}, to be unnested.
   *
   * @param connection the connection that runs the statement
   * @param count how many ids are wanted
   * @return an array of new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static Array nextSnowflakes(Connection connection, @Nullable Integer count)
      throws SQLException {
    long[] ids = FunctionCalls.nextIds(DatabaseName.of(connection), count);
    return connection.createArrayOf("BIGINT", Arrays.stream(ids).boxed().toArray());
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
    return FunctionCalls.decode(DatabaseName.of(connection), id);
  }
}
