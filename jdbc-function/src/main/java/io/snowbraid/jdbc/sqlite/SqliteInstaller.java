package io.snowbraid.jdbc.sqlite;

import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.internal.LocalDatabase;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import io.snowbraid.jdbc.internal.UtcTimestamp;
import io.snowbraid.layout.IdParts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;
import org.sqlite.SQLiteConnection;

/**
 * Adds the functions to one connection, because SQLite does not store functions. {@code
 * NEXT_SNOWFLAKES} returns a JSON array, because SQLite's table functions cannot be written in
 * Java.
 */
final class SqliteInstaller implements FunctionInstaller {

  /** Allows a function as a default of tables in a schema that is not trusted. */
  private static final int INNOCUOUS = 0x200000;

  private final SQLiteConnection connection;
  private final String database;

  SqliteInstaller(Connection connection) throws SQLException {
    this.connection = connection.unwrap(SQLiteConnection.class);
    this.database = LocalDatabase.name(connection);
  }

  /** Looks for the function that is added last. */
  @Override
  public boolean isInstalled() throws SQLException {
    String sql = "select 1 from pragma_function_list where name = 'snowflake_max_id'";
    try (PreparedStatement query = connection.prepareStatement(sql);
        ResultSet rows = query.executeQuery()) {
      return rows.next();
    }
  }

  @Override
  public void install() throws SQLException {
    add("next_snowflake", 0, 0, none -> SqlFunctionBackend.nextId(database));
    add(
        "next_snowflakes",
        1,
        0,
        call -> Arrays.toString(SqlFunctionBackend.nextIds(database, call.number())));
    addDecoder("snowflake_time", UtcTimestamp::of);
    addDecoder("snowflake_rollback", IdParts::rollback);
    addDecoder("snowflake_timeline", IdParts::timeline);
    addDecoder("snowflake_worker", IdParts::worker);
    addDecoder("snowflake_sequence", IdParts::sequence);
    addDecoder("snowflake_parts", SqlFunctionBackend::json);
    addBound("snowflake_min_id", time -> SqlFunctionBackend.minId(database, time));
    addBound("snowflake_max_id", time -> SqlFunctionBackend.maxId(database, time));
  }

  private void addDecoder(String name, Function<IdParts, Object> part) throws SQLException {
    add(
        name,
        1,
        org.sqlite.Function.FLAG_DETERMINISTIC,
        call -> {
          Long id = call.number();
          return id == null ? null : part.apply(SqlFunctionBackend.decode(database, id));
        });
  }

  /** Returns an id of an instant. */
  private interface Bound {
    long of(Instant time) throws SQLException;
  }

  private void addBound(String name, Bound bound) throws SQLException {
    add(
        name,
        1,
        org.sqlite.Function.FLAG_DETERMINISTIC,
        call -> {
          Instant time = call.time();
          return time == null ? null : bound.of(time);
        });
  }

  private void add(String name, int arguments, int flags, SqliteFunctionAdapter.Body body)
      throws SQLException {
    SqliteFunctionAdapter function = new SqliteFunctionAdapter(body);
    org.sqlite.Function.create(connection, name, function, arguments, flags | INNOCUOUS);
  }
}
