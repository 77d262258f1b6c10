package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbSegmentSourceTest extends JdbcSegmentSourceSuite {

  @Override
  protected DataSource database() {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:segments");
    database.setUser("SA");
    return database;
  }
}
