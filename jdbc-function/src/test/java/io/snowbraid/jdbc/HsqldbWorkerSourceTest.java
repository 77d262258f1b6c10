package io.snowbraid.jdbc;

import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbWorkerSourceTest extends JdbcWorkerSourceSuite {

  @Override
  DataSource database() {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:workers");
    database.setUser("SA");
    return database;
  }
}
