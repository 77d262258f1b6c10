package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.internal.LocalDatabase;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import io.snowbraid.layout.IdParts;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Implements HSQLDB's SQL functions. Applications call these from SQL.
 *
 * <p>HSQLDB reports that a Java method failed, but not why. Therefore these methods never throw: a
 * failing method returns null, and the SQL function signals its {@link #reason()}.
 */
@SuppressWarnings("exports") // callers do not need the nullness annotations
public final class HsqldbFunctions {

  private static final int MAX_REASON = 2_000;

  /** The last failure, per thread: the SQL function reads it on the thread of the failed method. */
  private static final ThreadLocal<String> REASON = new ThreadLocal<>();

  private HsqldbFunctions() {}

  /** A call that may fail. */
  private interface Attempt<T> {
    T run() throws SQLException;
  }

  private static <T> @Nullable T attempt(Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (SQLException | RuntimeException e) {
      String reason = String.valueOf(e.getMessage());
      REASON.set(reason.substring(0, Math.min(reason.length(), MAX_REASON)));
      return null;
    }
  }

  /**
   * Returns why this thread's last call returned null, and clears it.
   *
   * @return the reason
   */
  public static @Nullable String reason() {
    String reason = REASON.get();
    REASON.remove();
    return reason;
  }

  /**
   * {@code NEXT_SNOWFLAKE()}.
   *
   * @param connection the connection that runs the statement
   * @return a new id; null if it failed
   */
  public static @Nullable Long tryNextSnowflake(Connection connection) {
    return attempt(() -> SqlFunctionBackend.nextId(LocalDatabase.name(connection)));
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}, to be unnested.
   *
   * @param connection the connection that runs the statement
   * @param count the number of ids
   * @return an array of new ids in ascending order; null if it failed
   */
  public static @Nullable Array tryNextSnowflakes(Connection connection, @Nullable Integer count) {
    return attempt(
        () -> {
          long[] ids = SqlFunctionBackend.nextIds(LocalDatabase.name(connection), count);
          return connection.createArrayOf("BIGINT", Arrays.stream(ids).boxed().toArray());
        });
  }

  /**
   * {@code SNOWFLAKE_TIME(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return the start of its tick; null if it failed
   */
  public static @Nullable OffsetDateTime tryTime(Connection connection, long id) {
    return part(connection, id, parts -> parts.time().atOffset(ZoneOffset.UTC));
  }

  /**
   * {@code SNOWFLAKE_ROLLBACK(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its rollback number; null if it failed
   */
  public static @Nullable Integer tryRollback(Connection connection, long id) {
    return part(connection, id, IdParts::rollback);
  }

  /**
   * {@code SNOWFLAKE_TIMELINE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its timeline; null if it failed
   */
  public static @Nullable Integer tryTimeline(Connection connection, long id) {
    return part(connection, id, IdParts::timeline);
  }

  /**
   * {@code SNOWFLAKE_WORKER(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its worker; null if it failed
   */
  public static @Nullable Integer tryWorker(Connection connection, long id) {
    return part(connection, id, IdParts::worker);
  }

  /**
   * {@code SNOWFLAKE_SEQUENCE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its sequence number; null if it failed
   */
  public static @Nullable Integer trySequence(Connection connection, long id) {
    return part(connection, id, IdParts::sequence);
  }

  /**
   * {@code SNOWFLAKE_PARTS(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return a JSON object of its fields; null if it failed
   */
  public static @Nullable String tryParts(Connection connection, long id) {
    return part(connection, id, SqlFunctionBackend::json);
  }

  /**
   * {@code SNOWFLAKE_MIN_ID(time)}.
   *
   * @param connection the connection that runs the statement
   * @param time a time
   * @return the smallest possible id of its tick; null if it failed
   */
  public static @Nullable Long tryMinId(Connection connection, OffsetDateTime time) {
    return attempt(
        () -> SqlFunctionBackend.minId(LocalDatabase.name(connection), time.toInstant()));
  }

  /**
   * {@code SNOWFLAKE_MAX_ID(time)}.
   *
   * @param connection the connection that runs the statement
   * @param time a time
   * @return the largest possible id of its tick; null if it failed
   */
  public static @Nullable Long tryMaxId(Connection connection, OffsetDateTime time) {
    return attempt(
        () -> SqlFunctionBackend.maxId(LocalDatabase.name(connection), time.toInstant()));
  }

  private static <T> @Nullable T part(Connection connection, long id, Function<IdParts, T> part) {
    return attempt(() -> part.apply(SqlFunctionBackend.decode(LocalDatabase.name(connection), id)));
  }
}
