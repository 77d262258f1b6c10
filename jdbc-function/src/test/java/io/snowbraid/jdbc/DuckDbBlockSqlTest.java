package io.snowbraid.jdbc;

import io.snowbraid.job.IdStripes;
import javax.sql.DataSource;

class DuckDbBlockSqlTest extends BlockSqlSuite {

  DuckDbBlockSqlTest() {
    super(IdStripes.Dialect.DUCKDB);
  }

  @Override
  protected DataSource database() {
    return UrlDataSource.of("jdbc:duckdb:");
  }
}
