package io.snowbraid.jdbc.postgresql;

import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Checks the worker tables of a PostgreSQL database. */
final class PostgresWorkerTables {

  private static final String OTHERS =
      """
      SELECT string_agg(t.oid::regclass::text, ', ') FROM pg_class t
       WHERE t.relname = ? AND t.relkind IN ('r', 'p')
         AND EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                      WHERE c.relname = 'not_recovered' AND starts_with(n.nspname, 'snowbraid_'))
      """;

  private PostgresWorkerTables() {}

  /**
   * Rejects the creation of an unqualified worker table if SQL functions are installed and another
   * schema has a worker table: the two tables would lease the same worker twice.
   */
  static void requireOnly(Connection connection, String table) throws SQLException {
    String others = table.contains(".") ? null : others(connection, table);
    if (others != null) {
      throw new WorkerSourceException(
          "a database with SQL functions must have only one worker table: table="
              + table
              + ", others of that name="
              + others
              + "; name the table with its schema; a second one, too, if its ids cannot collide"
              + " with those of the first");
    }
  }

  private static @Nullable String others(Connection connection, String table) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(OTHERS)) {
      query.setString(1, PostgresInstaller.unqualified(table));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
