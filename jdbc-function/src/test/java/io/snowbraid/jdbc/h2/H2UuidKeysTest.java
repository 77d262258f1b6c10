package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.UuidKeysSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2UuidKeysTest extends UuidKeysSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:uuids;DB_CLOSE_DELAY=-1");
    return database;
  }
}
