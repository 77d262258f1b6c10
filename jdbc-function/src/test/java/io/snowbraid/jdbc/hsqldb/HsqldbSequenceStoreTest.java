package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.JdbcSequenceStoreSuite;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbSequenceStoreTest extends JdbcSequenceStoreSuite {

  @Override
  protected DataSource database() {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:sequences");
    database.setUser("SA");
    return database;
  }
}
