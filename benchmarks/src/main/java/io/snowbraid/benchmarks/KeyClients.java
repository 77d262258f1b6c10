package io.snowbraid.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Clients that fill a table, a transaction for each batch. */
record KeyClients(DataSource database, KeyKind kind, int count, int batch) {

  /** Inserts this many rows in all. */
  void insert(int rows) throws SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Callable<Integer>> clients = new ArrayList<>();
      for (int client = 0; client < count; client++) {
        int number = client;
        clients.add(() -> run(number, rows / count / batch));
      }
      for (Future<Integer> client : threads.invokeAll(clients)) {
        client.get();
      }
    } catch (ExecutionException e) {
      throw new SQLException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException(e);
    } finally {
      threads.shutdownNow();
    }
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
      long[] ids = new long[batch];
      source.fill(ids);
      insert.setArray(1, connection.createArrayOf("bigint", Arrays.stream(ids).boxed().toArray()));
    }
    insert.executeUpdate();
  }
}
