package io.snowbraid.jdbc;

import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A reader that asks again and again for what is new, beside those who write. */
public abstract class PollingReader {

  private final List<Long> read = new ArrayList<>();

  /** How often the reader has asked, and how much it has read, for writers that wait for it. */
  private final AtomicInteger polls = new AtomicInteger();

  private final AtomicInteger count = new AtomicInteger();

  /** Returns the ids of a batch. */
  protected abstract List<Long> next() throws SQLException;

  /** Returns all that was read, with what is read once more after everybody has committed. */
  public final List<Long> readDuring(List<Callable<Void>> writers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      writers.forEach(writer -> running.add(threads.submit(writer)));
      while (!running.stream().allMatch(Future::isDone)) {
        poll();
      }
      requireSuccess(running);
    } finally {
      threads.shutdownNow();
    }
    readToTheEnd();
    return read;
  }

  private boolean poll() throws SQLException {
    List<Long> batch = next();
    read.addAll(batch);
    count.set(read.size());
    polls.incrementAndGet();
    return !batch.isEmpty();
  }

  /**
   * Lets a writer wait until the reader has asked once more. Only where readers do not wait for
   * writers.
   */
  public final void awaitPoll() {
    int enough = polls.get() + 2; // the next poll may have begun before
    awaitReader(() -> polls.get() >= enough);
  }

  /** Lets a writer wait until the reader has read anything. */
  public final void awaitFirst() {
    awaitReader(() -> count.get() > 0);
  }

  private static void awaitReader(Callable<Boolean> condition) {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(condition);
  }

  private static void requireSuccess(List<Future<Void>> writers)
      throws ExecutionException, InterruptedException {
    for (Future<Void> writer : writers) {
      writer.get();
    }
  }

  private void readToTheEnd() throws SQLException {
    boolean isMore = true;
    while (isMore) {
      isMore = poll();
    }
  }
}
