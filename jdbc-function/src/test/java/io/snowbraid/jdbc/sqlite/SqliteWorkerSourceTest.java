package io.snowbraid.jdbc.sqlite;

import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class SqliteWorkerSourceTest extends JdbcWorkerSourceSuite {

  @TempDir private static Path directory;

  @Override
  protected DataSource database() {
    SQLiteDataSource database = new SQLiteDataSource();
    database.setUrl("jdbc:sqlite:" + directory.resolve("workers.db") + "?busy_timeout=30000");
    return database;
  }

  @Override
  protected boolean tellsUncommittedWork() {
    return false;
  }
}
