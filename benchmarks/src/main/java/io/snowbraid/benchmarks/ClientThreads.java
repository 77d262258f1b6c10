package io.snowbraid.benchmarks;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs clients of a database, each in its own thread. */
final class ClientThreads {

  private ClientThreads() {}

  /**
   * Runs all clients at once.
   *
   * @param count the number of clients
   * @param client creates the client with a number
   * @return the sum of their results
   */
  static long run(int count, IntFunction<Callable<Integer>> client) throws SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Callable<Integer>> clients = IntStream.range(0, count).mapToObj(client).toList();
      long sum = 0;
      for (Future<Integer> result : threads.invokeAll(clients)) {
        sum += result.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new SQLException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
