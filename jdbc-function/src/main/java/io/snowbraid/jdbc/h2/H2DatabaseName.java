package io.snowbraid.jdbc.h2;

import io.snowbraid.internal.OptionalClass;
import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.h2.engine.ConnectionInfo;
import org.h2.engine.Database;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** Names the H2 databases of a process. */
final class H2DatabaseName {

  private static final boolean SEES_DRIVER;

  static {
    ClassPathDrivers.read();
    SEES_DRIVER = OptionalClass.isPresent(() -> JdbcConnection.class);
  }

  private H2DatabaseName() {}

  /**
   * Returns a connection's database.
   *
   * @param connection an H2 connection, possibly from a pool
   * @return the database; empty if a server has it open, or if this library cannot see the driver
   * @throws SQLException if the connection is closed
   */
  static Optional<LocalDatabase> local(Connection connection) throws SQLException {
    if (!SEES_DRIVER || !connection.isWrapperFor(JdbcConnection.class)) {
      return Optional.empty();
    }
    return connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session
            && !session.getDatabase().isPersistent()
        ? Optional.of(inMemory(session.getDatabase()))
        : name(connection).map(LocalDatabase::lasting);
  }

  private static LocalDatabase inMemory(Database database) {
    return LocalDatabase.inMemory(
        database.getName(), database, engine -> ((Database) engine).isClosing());
  }

  /**
   * Returns the name of a connection's database.
   *
   * @param connection an H2 connection, possibly from a pool
   * @return a name that is unique among the databases open in this process, such as {@code
   *     mem:test} or a path. Also the path of an AUTO_SERVER file that another process has open,
   *     because this process opens the file when that process exits. Empty if a server has the
   *     database open
   * @throws SQLException if the connection is closed
   */
  static Optional<String> name(Connection connection) throws SQLException {
    JdbcConnection h2 = connection.unwrap(JdbcConnection.class);
    // functions need this on each call, and the JDBC API has no cheap alternative
    if (h2.getSession() instanceof SessionLocal session) {
      return Optional.of(session.getDatabase().getName());
    }
    ConnectionInfo address =
        new ConnectionInfo(h2.getMetaData().getURL(), new Properties(), null, null);
    return address.isRemote() ? Optional.empty() : Optional.of(address.getName());
  }
}
