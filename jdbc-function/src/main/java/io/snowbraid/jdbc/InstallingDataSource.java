package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Wraps a data source so that each of its connections has the functions. */
final class InstallingDataSource implements FunctionsDataSource {

  private final DataSource wrapped;

  /** The generator to close with this data source, if any. */
  private final @Nullable Snowflake owned;

  InstallingDataSource(DataSource wrapped, @Nullable Snowflake owned) {
    this.wrapped = wrapped;
    this.owned = owned;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return equipped(wrapped.getConnection());
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    return equipped(wrapped.getConnection(username, password));
  }

  private static Connection equipped(Connection connection) throws SQLException {
    try {
      SnowflakeFunctions.equip(connection);
      return connection;
    } catch (SQLException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws SQLException {
    if (owned != null) {
      owned.close();
    }
    try {
      if (wrapped instanceof AutoCloseable closeable) {
        closeable.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while closing the data source", e);
    } catch (Exception e) {
      throw new SQLException("data source could not be closed: " + e.getMessage(), e);
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    return type.isInstance(wrapped) ? type.cast(wrapped) : wrapped.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || type.isInstance(wrapped) || wrapped.isWrapperFor(type);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() throws SQLException {
    return wrapped.getLogWriter();
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    wrapped.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    wrapped.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return wrapped.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return wrapped.getParentLogger();
  }
}
