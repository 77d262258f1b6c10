package io.snowbraid.jdbc.duckdb;

import io.snowbraid.jdbc.JdbcSequenceStoreSuite;
import io.snowbraid.jdbc.UrlDataSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DuckDbSequenceStoreTest extends JdbcSequenceStoreSuite {

  @TempDir private static Path directory;

  @Override
  protected DataSource database() {
    return UrlDataSource.of("jdbc:duckdb:" + directory.resolve("sequences.duckdb"));
  }

  @Override
  protected boolean hasIsolation(String isolation) {
    return !isolation.equals("TRANSACTION_SERIALIZABLE"); // its driver fails when asked for it
  }
}
