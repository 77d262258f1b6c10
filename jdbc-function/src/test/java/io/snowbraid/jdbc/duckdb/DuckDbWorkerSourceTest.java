package io.snowbraid.jdbc.duckdb;

import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import io.snowbraid.jdbc.UrlDataSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DuckDbWorkerSourceTest extends JdbcWorkerSourceSuite {

  @TempDir private static Path directory;

  @Override
  protected DataSource database() {
    return UrlDataSource.of("jdbc:duckdb:" + directory.resolve("workers.duckdb"));
  }

  @Override
  protected boolean hasIsolation(String isolation) {
    return !isolation.equals("TRANSACTION_SERIALIZABLE"); // its driver fails when asked for it
  }

  @Override
  protected boolean tellsUncommittedWork() {
    return false;
  }
}
