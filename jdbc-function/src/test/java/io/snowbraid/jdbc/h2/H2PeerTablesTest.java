package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.PeerTablesSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2PeerTablesTest extends PeerTablesSuite {

  @Override
  protected DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:peers;MODE=MySQL;LOCK_TIMEOUT=10000;DB_CLOSE_DELAY=-1");
    return database;
  }

  /** H2 counts a character beyond the 65,536 first as two. */
  @Override
  protected String text(int characters) {
    return super.text(2 * characters);
  }
}
