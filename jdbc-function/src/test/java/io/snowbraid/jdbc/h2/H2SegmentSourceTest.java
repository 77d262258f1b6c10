package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2SegmentSourceTest extends JdbcSegmentSourceSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:segments;DB_CLOSE_DELAY=-1");
    return database;
  }
}
