package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Opens a new connection for each use. A lease needs one only briefly, three times per horizon. */
final class DriverDataSource extends PlainDataSource {

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
  public String toString() {
    return "DriverDataSource[url=" + DatabaseAddress.withoutSecrets(url) + "]";
  }
}
