package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.RefusedAccessSuite;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2RefusedAccessTest extends RefusedAccessSuite {

  private static DataSource as(String user, String settings) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:refused" + settings);
    database.setUser(user);
    database.setPassword("secret");
    return database;
  }

  @Override
  protected DataSource admin() {
    return as("sa", ";DB_CLOSE_DELAY=-1");
  }

  @Override
  protected DataSource clerk() {
    return as("clerk", "");
  }

  @Override
  protected String createUser() {
    return "create user clerk password 'secret'";
  }
}
