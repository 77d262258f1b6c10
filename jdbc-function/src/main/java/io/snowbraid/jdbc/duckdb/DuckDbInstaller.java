package io.snowbraid.jdbc.duckdb;

import io.snowbraid.IdParts;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBWritableVector;

/**
 * Adds the functions to an open database, for all of its connections, until the last one is closed.
 */
final class DuckDbInstaller implements FunctionInstaller {

  /**
   * Two threads that add the same function at once would conflict. Only one process has the
   * database open.
   */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private final DuckDBConnection connection;
  private final String database;

  DuckDbInstaller(Connection connection) throws SQLException {
    this.connection = connection.unwrap(DuckDBConnection.class);
    this.database = DatabaseName.of(connection);
  }

  /** Looks for the function that is added last. */
  @Override
  public boolean isInstalled() throws SQLException {
    String sql = "select 1 from duckdb_functions() where function_name = 'snowflake_max_id'";
    try (PreparedStatement query = connection.prepareStatement(sql);
        ResultSet rows = query.executeQuery()) {
      return rows.next();
    }
  }

  @Override
  public void install() throws SQLException {
    LOCK.lock();
    try {
      if (!isInstalled()) {
        addAll();
      }
    } finally {
      LOCK.unlock();
    }
  }

  private void addAll() throws SQLException {
    addNextSnowflake();
    addNextSnowflakes();
    addDecoder(
        "snowflake_time", OffsetDateTime.class, parts -> parts.time().atOffset(ZoneOffset.UTC));
    for (SqlFunction decoder : SqlFunction.decoders()) {
      if (decoder.result() == SqlFunction.Result.NUMBER) {
        addDecoder(decoder.lowerCaseName(), Integer.class, decoder::number);
      }
    }
    addDecoder("snowflake_parts", String.class, SqlFunctionBackend::json);
    addBound("snowflake_min_id", SqlFunctionBackend::minId);
    addBound("snowflake_max_id", SqlFunctionBackend::maxId);
  }

  /**
   * Adds a volatile function, because DuckDB would call any other function only once for all rows.
   */
  private void addNextSnowflake() throws SQLException {
    try (DuckDBScalarFunctionBuilder function = DuckDBFunctions.scalarFunction()) {
      function
          .withName("next_snowflake")
          .withReturnType(Long.class)
          .withVolatile()
          .withVectorizedFunction(this::fill)
          .register(connection);
    }
  }

  private void fill(DuckDBDataChunkReader rows, DuckDBWritableVector target) throws SQLException {
    long[] ids = SqlFunctionBackend.fill(database, new long[Math.toIntExact(rows.rowCount())]);
    for (int i = 0; i < ids.length; i++) {
      target.setLong(i, ids[i]);
    }
  }

  private void addNextSnowflakes() throws SQLException {
    try (DuckDBTableFunctionBuilder function = DuckDBFunctions.tableFunction()) {
      function
          .withName("next_snowflakes")
          .withParameter(Long.class)
          .withFunction(new DuckDbNextSnowflakes(database))
          .register(connection);
    }
  }

  private <T> void addDecoder(String name, Class<T> type, Function<IdParts, T> part)
      throws SQLException {
    add(name, Long.class, type, id -> part.apply(SqlFunctionBackend.decode(database, id)));
  }

  /** Returns an id of an instant. */
  private interface Bound {
    long of(String database, Instant time) throws SQLException;
  }

  private void addBound(String name, Bound bound) throws SQLException {
    add(name, OffsetDateTime.class, Long.class, time -> bound.of(database, time.toInstant()));
  }

  /** The code of a function. */
  private interface Body<A, R> {
    R call(A argument) throws SQLException;
  }

  private <A, R> void add(String name, Class<A> argument, Class<R> result, Body<A, R> body)
      throws SQLException {
    try (DuckDBScalarFunctionBuilder function = DuckDBFunctions.scalarFunction()) {
      function
          .withName(name)
          .withParameter(argument)
          .withReturnType(result)
          .withNullInNullOut()
          .withFunction((A value) -> call(body, value))
          .register(connection);
    }
  }

  private static <A, R> R call(Body<A, R> body, A argument) {
    try {
      return body.call(argument);
    } catch (SQLException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
