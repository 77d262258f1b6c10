package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.GaplessNumbersSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2GaplessNumbersTest extends GaplessNumbersSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:invoices;DB_CLOSE_DELAY=-1;MODE=PostgreSQL;LOCK_TIMEOUT=60000");
    return database;
  }
}
