package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import java.sql.SQLException;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Implements the SQL functions for all databases. */
public final class SqlFunctionBackend {

  private static final String INVALID_VALUE = "22023";
  private static final String NOT_READY = "55000";

  private SqlFunctionBackend() {}

  /**
   * Generates an id.
   *
   * @param database the calling database's name
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
   * Generates ids for {@code NEXT_SNOWFLAKES}.
   *
   * @param database the calling database's name
   * @param count the call's argument
   * @return new ids in ascending order
   * @throws SQLException if the number is out of range or the ids cannot be issued
   */
  public static long[] nextIds(String database, @Nullable Number count) throws SQLException {
    if (count == null || count.longValue() < 0 || count.longValue() > SqlFunction.MAX_IDS) {
      throw new SQLException(
          Arguments.outside("number of ids", String.valueOf(count), 0, SqlFunction.MAX_IDS),
          INVALID_VALUE);
    }
    long[] ids = new long[count.intValue()];
    try {
      generator(database).nextIds(ids);
      return ids;
    } catch (SnowbraidException e) {
      throw new SQLException(e.getMessage(), NOT_READY, e);
    }
  }

  private static Snowflake generator(String database) throws SQLException {
    return GeneratorRegistry.forDatabase(database)
        .orElseThrow(
            () ->
                new SQLException(
                    "no generator is configured for NEXT_SNOWFLAKE() in this process, which has the"
                        + " database "
                        + database
                        + " open; call SnowflakeFunctions.install(dataSource) (SQLite: wrap), pass"
                        + " a generator in FunctionOptions, or set the system property "
                        + ConfiguredGenerators.WORKER_ID
                        + " to a number that no other running process uses",
                    NOT_READY));
  }

  /**
   * Decodes an id.
   *
   * @param database the name of the calling database
   * @param id an id
   * @return its fields
   * @throws SQLException if the number is not an id of the functions' layout
   */
  public static IdParts decode(String database, long id) throws SQLException {
    return answer(database, layout -> layout.decode(id));
  }

  /**
   * Returns all fields of an id.
   *
   * @param database the name of the calling database
   * @param id an id
   * @return a JSON object of its time, rollback number, timeline, worker and sequence number
   * @throws SQLException if the number is not an id of the functions' layout
   */
  public static String parts(String database, long id) throws SQLException {
    return json(decode(database, id));
  }

  /**
   * Formats the fields of an id.
   *
   * @param parts the fields
   * @return a JSON object whose time is a text such as {@code 2026-01-31T12:00:00.123Z}
   */
  public static String json(IdParts parts) {
    return "{\"time\":\"%s\",\"rollback\":%d,\"timeline\":%d,\"worker\":%d,\"sequence\":%d}"
        .formatted(
            UtcTimestamp.of(parts).replace(' ', 'T') + "Z",
            parts.rollback(),
            parts.timeline(),
            parts.worker(),
            parts.sequence());
  }

  /**
   * Returns the smallest possible id of an instant's tick.
   *
   * @param database the calling database's name
   * @param time an instant
   * @return an id
   * @throws SQLException if the functions' layout cannot hold the instant
   */
  public static long minId(String database, Instant time) throws SQLException {
    return answer(database, layout -> layout.minId(time));
  }

  /**
   * Returns the largest possible id of an instant's tick.
   *
   * @param database the calling database's name
   * @param time an instant
   * @return an id
   * @throws SQLException if the functions' layout cannot hold the instant
   */
  public static long maxId(String database, Instant time) throws SQLException {
    return answer(database, layout -> layout.maxId(time));
  }

  private static <T> T answer(String database, Function<Layout, T> question) throws SQLException {
    try {
      return question.apply(GeneratorRegistry.layout(database));
    } catch (IllegalArgumentException e) {
      throw new SQLException(e.getMessage(), INVALID_VALUE, e);
    }
  }
}
