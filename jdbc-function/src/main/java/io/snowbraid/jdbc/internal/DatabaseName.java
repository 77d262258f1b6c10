package io.snowbraid.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;

/** Names the databases of a process by their addresses. */
public final class DatabaseName {

  private DatabaseName() {}

  /**
   * Returns the name of a connection's database.
   *
   * @param connection a connection of an application, or of a function that runs in the database
   * @return its address without parameters
   * @throws SQLException if the connection is closed
   */
  public static String of(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    int parameters = 0;
    while (parameters < url.length() && ";?".indexOf(url.charAt(parameters)) < 0) {
      parameters++;
    }
    return url.substring(0, parameters);
  }
}
