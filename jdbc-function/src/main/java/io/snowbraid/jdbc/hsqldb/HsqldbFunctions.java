package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.IdParts;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the SQL functions of HSQLDB call. Applications use SQL instead.
 *
 * <p>HSQLDB tells callers of a Java method that it failed, and not why. So none of these fails:
 * each gives null, and the SQL function asks for the {@link #reason()} and signals that.
 */
@SuppressWarnings("exports") // callers need not have the annotations of nullness
public final class HsqldbFunctions {

  private static final int MAX_REASON = 2_000;

  /** The SQL function asks in the thread that the method failed in. */
  private static final ThreadLocal<String> REASON = new ThreadLocal<>();

  private HsqldbFunctions() {}

  /** Something that can fail. */
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
   * Tells why the last call in this thread gave null, once.
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
   * @return a new id, or null
   */
  public static @Nullable Long tryNextSnowflake(Connection connection) {
    return attempt(() -> SqlFunctionBackend.nextId(DatabaseName.of(connection)));
  }

  /**
   * {@code NEXT_SNOWFLAKES(n)}, to be unnested.
   *
   * @param connection the connection that runs the statement
   * @param count how many ids are wanted
   * @return an array of new ids in ascending order, or null
   */
  public static @Nullable Array tryNextSnowflakes(Connection connection, @Nullable Integer count) {
    return attempt(
        () -> {
          long[] ids = SqlFunctionBackend.nextIds(DatabaseName.of(connection), count);
          return connection.createArrayOf("BIGINT", Arrays.stream(ids).boxed().toArray());
        });
  }

  /**
   * {@code SNOWFLAKE_TIME(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return the start of its tick, or null
   */
  public static @Nullable OffsetDateTime tryTime(Connection connection, long id) {
    return part(connection, id, parts -> parts.time().atOffset(ZoneOffset.UTC));
  }

  /**
   * {@code SNOWFLAKE_ROLLBACK(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its rollback number, or null
   */
  public static @Nullable Integer tryRollback(Connection connection, long id) {
    return part(connection, id, IdParts::rollback);
  }

  /**
   * {@code SNOWFLAKE_TIMELINE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its timeline, or null
   */
  public static @Nullable Integer tryTimeline(Connection connection, long id) {
    return part(connection, id, IdParts::timeline);
  }

  /**
   * {@code SNOWFLAKE_WORKER(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its worker, or null
   */
  public static @Nullable Integer tryWorker(Connection connection, long id) {
    return part(connection, id, IdParts::worker);
  }

  /**
   * {@code SNOWFLAKE_SEQUENCE(id)}.
   *
   * @param connection the connection that runs the statement
   * @param id an id
   * @return its sequence number, or null
   */
  public static @Nullable Integer trySequence(Connection connection, long id) {
    return part(connection, id, IdParts::sequence);
  }

  private static <T> @Nullable T part(Connection connection, long id, Function<IdParts, T> part) {
    return attempt(() -> part.apply(SqlFunctionBackend.decode(DatabaseName.of(connection), id)));
  }
}
