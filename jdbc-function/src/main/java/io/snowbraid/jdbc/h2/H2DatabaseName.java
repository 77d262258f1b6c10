package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.internal.ClassPathDrivers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.h2.engine.ConnectionInfo;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** Tells H2's databases apart. */
public final class H2DatabaseName {

  static {
    ClassPathDrivers.read();
  }

  private H2DatabaseName() {}

  /**
   * Names the database of a connection.
   *
   * @param connection a connection of H2, also through a pool
   * @return a name that is unique among the databases open in this process, such as {@code
   *     mem:test} or a path; that of a file that another process has open, too, if this one takes
   *     its place when that ends (AUTO_SERVER); empty if a server has the database open
   * @throws SQLException if the connection is closed
   */
  public static Optional<String> name(Connection connection) throws SQLException {
    JdbcConnection h2 = connection.unwrap(JdbcConnection.class);
    // the JDBC API has no cheap answer to this, and functions ask at each call
    if (h2.getSession() instanceof SessionLocal session) {
      return Optional.of(session.getDatabase().getName());
    }
    ConnectionInfo address =
        new ConnectionInfo(h2.getMetaData().getURL(), new Properties(), null, null);
    return address.isRemote() ? Optional.empty() : Optional.of(address.getName());
  }
}
