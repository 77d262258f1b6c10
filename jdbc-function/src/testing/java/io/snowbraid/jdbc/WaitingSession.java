package io.snowbraid.jdbc;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** A session of PostgreSQL that another one holds up. */
public final class WaitingSession {

  private WaitingSession() {}

  /**
   * Waits for a session that waits for a lock.
   *
   * @param function ends it or its statement
   * @param table a word of its statement
   */
  public static void act(DataSource database, String function, String table) throws SQLException {
    String sql =
        "select "
            + function
            + "(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%"
            + table
            + "%'";
    try (Connection admin = database.getConnection();
        Statement statement = admin.createStatement()) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                try (ResultSet rows = statement.executeQuery(sql)) {
                  return rows.next();
                }
              });
    }
  }
}
