package io.snowbraid.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** An in-memory database that can be made unreachable. */
final class FaultyDatabase extends DelegatingDataSource implements AutoCloseable {

  private volatile boolean away;
  private volatile boolean closed;

  FaultyDatabase() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    setTargetDataSource(database);
  }

  void setAway(boolean away) {
    this.away = away;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (away || closed) {
      throw new SQLException("connection refused", "08001");
    }
    return super.getConnection();
  }

  @Override
  public void close() {
    closed = true;
  }
}
