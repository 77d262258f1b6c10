package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where a connection leads, for people, without secrets. */
public record ConnectionLocation(@Nullable String schema, @Nullable String user, String url) {

  public static ConnectionLocation of(Connection connection) throws SQLException {
    return new ConnectionLocation(
        connection.getSchema(), connection.getMetaData().getUserName(), address(connection));
  }

  /** Returns the location without the schema, for names that include one. */
  public ConnectionLocation withoutSchema() {
    return new ConnectionLocation(null, user, url);
  }

  /** Returns only the address, for which no driver asks the server. */
  public static String address(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    return url == null ? "unknown" : DatabaseAddress.withoutSecrets(url);
  }

  @Override
  public String toString() {
    return (schema == null ? "" : "schema=" + schema + ", ") + "user=" + user + ", database=" + url;
  }
}
