package io.snowbraid.jdbc.derby;

import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DerbyWorkerSourceTest extends JdbcWorkerSourceSuite {

  @Override
  protected DataSource database() {
    EmbeddedDataSource database = new EmbeddedDataSource();
    database.setDatabaseName("memory:workers");
    database.setCreateDatabase("create");
    return database;
  }

  @Override
  protected String rename(String from, String to) {
    return "rename table " + from + " to " + to;
  }
}
