package io.snowbraid.jdbc.derby;

import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DerbySegmentSourceTest extends JdbcSegmentSourceSuite {

  @Override
  protected DataSource database() {
    EmbeddedDataSource database = new EmbeddedDataSource();
    database.setDatabaseName("memory:segments");
    database.setCreateDatabase("create");
    return database;
  }
}
