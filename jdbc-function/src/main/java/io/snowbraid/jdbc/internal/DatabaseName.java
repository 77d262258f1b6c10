package io.snowbraid.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;

/** Tells the databases of a process apart by their addresses. */
public final class DatabaseName {

  private DatabaseName() {}

  /**
   * Names the database of a connection.
   *
   * @param connection a connection from outside or from inside the database
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
