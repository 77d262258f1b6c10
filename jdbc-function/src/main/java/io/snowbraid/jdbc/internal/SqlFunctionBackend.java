package io.snowbraid.jdbc.internal;

import io.snowbraid.IdParts;
import io.snowbraid.SnowbraidException;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.dialect.SqlFunction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What the SQL functions do, whichever database calls them. */
public final class SqlFunctionBackend {

  private static final String INVALID_VALUE = "22023";
  private static final String NOT_READY = "55000";

  private SqlFunctionBackend() {}

  /**
   * Issues an id.
   *
   * @param database the name of the database that asks
   * @return a new id
   * @throws SQLException if no id can be issued
   */
  public static long nextId(String database) throws SQLException {
    try {
      return generator(database).nextId();
    } catch (SnowbraidException e) {
      throw new SQLException(e.getMessage(), NOT_READY, e);
    }
  }

  /**
   * Issues ids for {@code NEXT_SNOWFLAKES}.
   *
   * @param database the name of the database that asks
   * @param count how many are wanted, as the statement says it
   * @return new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static long[] nextIds(String database, @Nullable Number count) throws SQLException {
    return fill(database, new long[requireCount(count)]);
  }

  /**
   * Checks the argument of {@code NEXT_SNOWFLAKES}.
   *
   * @param count how many ids are wanted, as the statement says it
   * @return the same number
   * @throws SQLException if it is out of range
   */
  public static int requireCount(@Nullable Number count) throws SQLException {
    if (count == null || count.longValue() < 0 || count.longValue() > SqlFunction.MAX_IDS) {
      throw new SQLException(
          "number of ids must be in [0, " + SqlFunction.MAX_IDS + "]: n=" + count, INVALID_VALUE);
    }
    return count.intValue();
  }

  /**
   * Issues as many ids as an array holds.
   *
   * @param database the name of the database that asks
   * @param target is filled with new ids in ascending order
   * @return the same array
   * @throws SQLException if the ids cannot be issued
   */
  public static long[] fill(String database, long[] target) throws SQLException {
    try {
      generator(database).nextIds(target);
      return target;
    } catch (SnowbraidException e) {
      throw new SQLException(e.getMessage(), NOT_READY, e);
    }
  }

  private static Snowflake generator(String database) throws SQLException {
    return GeneratorRegistry.forDatabase(database)
        .orElseThrow(
            () ->
                new SQLException(
                    "a generator must stand behind NEXT_SNOWFLAKE() in this process, which has the"
                        + " database open: database="
                        + database
                        + "; hand one in with SnowflakeFunctions.install(dataSource, generator), lease"
                        + " one with SnowflakeFunctions.install(dataSource, options), in SQLite and"
                        + " DuckDB by wrap(..), or set the system property "
                        + ConfiguredGenerators.WORKER_ID
                        + " to a number that no other running process has",
                    NOT_READY));
  }

  /**
   * Takes an id apart.
   *
   * @param database the name of the database that asks
   * @param id an id
   * @return its parts
   * @throws SQLException if the number is no id of the layout behind the functions
   */
  public static IdParts decode(String database, long id) throws SQLException {
    try {
      return GeneratorRegistry.layout(database).decode(id);
    } catch (IllegalArgumentException e) {
      throw new SQLException(e.getMessage(), INVALID_VALUE, e);
    }
  }
}
