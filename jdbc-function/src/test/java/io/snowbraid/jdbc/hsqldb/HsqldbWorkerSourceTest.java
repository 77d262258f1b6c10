package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbWorkerSourceTest extends JdbcWorkerSourceSuite {

  @Override
  protected DataSource database() {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:workers");
    database.setUser("SA");
    return database;
  }
}
