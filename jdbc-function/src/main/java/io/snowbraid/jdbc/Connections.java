package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Takes a connection for a moment. */
final class Connections {

  private Connections() {}

  interface Work<T> {
    T apply(Connection connection) throws SQLException;
  }

  /**
   * Does work over a connection of its own in auto-commit mode.
   *
   * @throws WorkerSourceException if the database fails
   */
  static <T> T run(DataSource dataSource, Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      boolean found = connection.getAutoCommit();
      if (found) {
        return work.apply(connection);
      }
      connection.setAutoCommit(true);
      try {
        return work.apply(connection);
      } finally {
        connection.setAutoCommit(false);
      }
    } catch (SQLException e) {
      throw new WorkerSourceException(
          "database of workers must answer: " + e.getMessage() + " (" + e.getSQLState() + ")", e);
    }
  }
}
