package io.snowbraid.jdbc.duckdb;

import io.snowbraid.IdStripes;
import io.snowbraid.jdbc.BlockSqlSuite;
import io.snowbraid.jdbc.UrlDataSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;

class DuckDbBlockSqlTest extends BlockSqlSuite {

  @TempDir private Path directory;

  DuckDbBlockSqlTest() {
    super(IdStripes.Dialect.DUCKDB);
  }

  @Override
  protected DataSource database() {
    return UrlDataSource.of("jdbc:duckdb:" + directory.resolve("blocks.duckdb"));
  }
}
