package io.snowbraid.jdbc.keyed;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class SqliteKeyedStoreTest extends JdbcKeyedStoreSuite {

  @TempDir private static Path directory;

  @Override
  protected DataSource database() {
    SQLiteDataSource database = new SQLiteDataSource();
    database.setUrl("jdbc:sqlite:" + directory.resolve("sequences.db") + "?busy_timeout=30000");
    return database;
  }
}
