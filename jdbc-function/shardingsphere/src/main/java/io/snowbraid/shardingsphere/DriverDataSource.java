package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Opens a connection whenever one is needed: leases need one for a moment, thrice a horizon. */
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
      throw withoutSecrets(e);
    }
  }

  /** DriverManager's own message shows the address with all that is in it. */
  private SQLException withoutSecrets(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains(url)
        ? new SQLException(
            message.replace(url, DatabaseAddress.withoutSecrets(url)),
            e.getSQLState(),
            e.getErrorCode())
        : e;
  }

  @Override
  public String toString() {
    return "DriverDataSource[url=" + DatabaseAddress.withoutSecrets(url) + "]";
  }
}
