package io.snowbraid.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A reader that asks again and again for what is new, beside those who write. */
public abstract class PollingReader {

  private final List<Long> read = new ArrayList<>();

  /** Returns the ids of a batch. */
  protected abstract List<Long> next() throws SQLException;

  /** Returns all that was read, with what is read once more after everybody has committed. */
  public final List<Long> readDuring(List<Callable<Void>> writers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      writers.forEach(writer -> running.add(threads.submit(writer)));
      while (!running.stream().allMatch(Future::isDone)) {
        read.addAll(next());
        Thread.sleep(2);
      }
      requireSuccess(running);
    } finally {
      threads.shutdownNow();
    }
    readToTheEnd();
    return read;
  }

  private static void requireSuccess(List<Future<Void>> writers)
      throws ExecutionException, InterruptedException {
    for (Future<Void> writer : writers) {
      writer.get();
    }
  }

  private void readToTheEnd() throws SQLException {
    List<Long> batch = next();
    while (!batch.isEmpty()) {
      read.addAll(batch);
      batch = next();
    }
  }
}
