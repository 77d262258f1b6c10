package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a new connection for each use. A lease needs one only briefly, three times per horizon. */
class DriverDataSource implements DataSource {

  private final String url;
  private final Properties login = new Properties();

  DriverDataSource(String url, @Nullable String user, @Nullable String password) {
    this.url = url;
    if (user != null) {
      login.setProperty("user", user);
    }
    if (password != null) {
      login.setProperty("password", password);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return DriverManager.getConnection(url, login);
    } catch (SQLException e) {
      throw (SQLException) DatabaseAddress.hideSecrets(e); // DriverManager quotes the address
    }
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is fixed: call getConnection()");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("there is no logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("nothing is wrapped here: type=" + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  @Override
  public String toString() {
    return "DriverDataSource[url=" + DatabaseAddress.withoutSecrets(url) + "]";
  }
}
