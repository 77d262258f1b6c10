package io.snowbraid.jdbc;

import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DerbyWorkerSourceTest extends JdbcWorkerSourceSuite {

  @Override
  DataSource database() {
    EmbeddedDataSource database = new EmbeddedDataSource();
    database.setDatabaseName("memory:workers");
    database.setCreateDatabase("create");
    return database;
  }
}
