package io.snowbraid.jdbc.duckdb;

import io.snowbraid.jdbc.internal.SqlFunctionBackend;
import java.sql.SQLException;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBValue;
import org.duckdb.DuckDBWritableVector;

/**
 * Implements {@code next_snowflakes(n)} for DuckDB: issues the ids as DuckDB reads them, chunk by
 * chunk.
 */
final class DuckDbNextSnowflakes
    implements DuckDBTableFunction<Integer, DuckDbNextSnowflakes.Rest, Object> {

  private final String database;

  DuckDbNextSnowflakes(String database) {
    this.database = database;
  }

  /** How many ids of one statement remain to be issued. Used by one thread at a time. */
  static final class Rest {
    private int ids;
  }

  @Override
  public Integer bind(DuckDBTableFunctionBindInfo info) throws SQLException {
    info.addResultColumn("id", Long.class);
    try (DuckDBValue count = info.getParameter(0)) {
      return SqlFunctionBackend.requireCount(count.isNull() ? null : count.getLong());
    }
  }

  @Override
  public Rest init(DuckDBTableFunctionInitInfo info) {
    info.setMaxThreads(1);
    Rest rest = new Rest();
    rest.ids = info.<Integer>getBindData();
    return rest;
  }

  @Override
  public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter chunk)
      throws SQLException {
    Rest rest = info.getInitData();
    int count = (int) Math.min(rest.ids, chunk.capacity());
    DuckDBWritableVector target = chunk.vector(0);
    long[] ids = SqlFunctionBackend.fill(database, new long[count]);
    for (int i = 0; i < count; i++) {
      target.setLong(i, ids[i]);
    }
    rest.ids -= count;
    return count;
  }
}
