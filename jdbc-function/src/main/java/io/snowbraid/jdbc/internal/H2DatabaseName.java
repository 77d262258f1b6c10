package io.snowbraid.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.h2.engine.ConnectionInfo;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** Names the H2 databases of a process. */
public final class H2DatabaseName {

  static {
    ClassPathDrivers.read();
  }

  private H2DatabaseName() {}

  /**
   * Returns the name of a connection's database.
   *
   * @param connection an H2 connection, which may come from a pool
   * @return a name that is unique among the databases open in this process, such as {@code
   *     mem:test} or a path; with AUTO_SERVER, also the path of a file that another process has
   *     open, because this process takes over when that one ends; empty if a server has the
   *     database open
   * @throws SQLException if the connection is closed
   */
  public static Optional<String> name(Connection connection) throws SQLException {
    JdbcConnection h2 = connection.unwrap(JdbcConnection.class);
    // functions ask this at each call, and the JDBC API has no cheap answer
    if (h2.getSession() instanceof SessionLocal session) {
      return Optional.of(session.getDatabase().getName());
    }
    ConnectionInfo address =
        new ConnectionInfo(h2.getMetaData().getURL(), new Properties(), null, null);
    return address.isRemote() ? Optional.empty() : Optional.of(address.getName());
  }
}
