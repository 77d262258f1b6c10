package io.snowbraid.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Clients that run the same insert as often as they can, each time in its own transaction. */
record SqlClients(DataSource database, String insert, int count) {

  double perSecond(long nanos) throws SQLException {
    long rows = ClientThreads.run(count, client -> () -> run(nanos));
    return rows * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /** Runs one client; connecting and preparing are not measured. */
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
