package io.snowbraid.jdbc.keyed;

import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbKeyedStoreTest extends JdbcKeyedStoreSuite {

  @Override
  protected DataSource database() {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:sequences");
    database.setUser("SA");
    return database;
  }
}
