package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2WorkerSourceTest extends JdbcWorkerSourceSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:workers;DB_CLOSE_DELAY=-1");
    return database;
  }
}
