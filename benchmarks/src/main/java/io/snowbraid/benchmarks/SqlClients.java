package io.snowbraid.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Clients that run the same insert, a transaction each, as often as they can. */
record SqlClients(DataSource database, String insert, int count) {

  double perSecond(long nanos) throws SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Callable<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        clients.add(() -> run(nanos));
      }
      long rows = 0;
      for (Future<Integer> client : threads.invokeAll(clients)) {
        rows += client.get();
      }
      return rows * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    } catch (ExecutionException e) {
      throw new SQLException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Connecting and preparing is not measured. */
  private int run(long nanos) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setInt(1, 0);
      for (int i = 0; i < 10; i++) { // until the server keeps the plan
        statement.executeUpdate();
      }
      int rows = 0;
      for (long start = System.nanoTime(); System.nanoTime() - start < nanos; rows++) {
        statement.executeUpdate();
      }
      return rows;
    }
  }
}
