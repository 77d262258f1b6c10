package io.snowbraid.jdbc.derby;

import io.snowbraid.jdbc.JdbcKeyedStoreSuite;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DerbyKeyedStoreTest extends JdbcKeyedStoreSuite {

  @Override
  protected DataSource database() {
    EmbeddedDataSource database = new EmbeddedDataSource();
    database.setDatabaseName("memory:sequences");
    database.setCreateDatabase("create");
    return database;
  }
}
