package io.snowbraid.jdbc.h2;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** Tells H2's databases apart. */
public final class H2Database {

  private H2Database() {}

  /**
   * Names the database of a connection.
   *
   * @param connection a connection of H2, also through a pool
   * @return a name that is unique among the databases open in this process, such as {@code
   *     mem:test} or a path; empty if the database is open in another process
   * @throws SQLException if the connection is closed
   */
  public static Optional<String> name(Connection connection) throws SQLException {
    // the JDBC API has no cheap answer to this, and functions ask at each call
    if (connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session) {
      return Optional.of(session.getDatabase().getName());
    }
    return Optional.empty();
  }
}
