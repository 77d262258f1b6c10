package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.JdbcKeyedStoreSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2KeyedStoreTest extends JdbcKeyedStoreSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:sequences;DB_CLOSE_DELAY=-1");
    return database;
  }
}
