package io.snowbraid.jdbc.keyed;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class H2KeyedStoreTest extends JdbcKeyedStoreSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:sequences;DB_CLOSE_DELAY=-1");
    return database;
  }

  @Test
  void constraintIsNamed() {
    requireConstraintIsNamed();
  }
}
