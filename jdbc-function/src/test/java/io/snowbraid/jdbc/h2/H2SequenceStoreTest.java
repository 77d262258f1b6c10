package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.JdbcSequenceStoreSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2SequenceStoreTest extends JdbcSequenceStoreSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:sequences;DB_CLOSE_DELAY=-1");
    return database;
  }
}
