package io.snowbraid.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Clients that fill a table, with one transaction per batch. */
record KeyClients(DataSource database, KeyKind kind, int count, int batch) {

  /** Inserts this many rows in total. */
  void insert(int rows) throws SQLException {
    ClientThreads.run(count, client -> () -> run(client, rows / count / batch));
  }

  private int run(int client, int batches) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(kind.insert());
        KeySource source = kind.source(client)) {
      for (int i = 0; i < batches; i++) {
        insertBatch(connection, insert, source);
      }
      return batches;
    }
  }

  private void insertBatch(
      Connection connection, PreparedStatement insert, @Nullable KeySource source)
      throws SQLException {
    if (source == null) {
      insert.setInt(1, batch);
    } else {
      insert.setArray(1, connection.createArrayOf(kind.type(), source.next(batch)));
    }
    insert.executeUpdate();
  }
}
