package io.snowbraid.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes the draws that have to wait, in threads of their own. Those of one key are made one after
 * another, so a slow key has one thread at most. If one fails, all that wait for the same key fail
 * with it, because they would wait for the same store.
 */
final class WaitingDraws implements AutoCloseable {

  private static final int MOST_KEYS = 1_000;

  private final ThreadPoolExecutor executor;
  private final Map<String, Queue<WaitingDraw>> queues = new ConcurrentHashMap<>();

  /**
   * Creates threads when they are needed.
   *
   * @param name what the threads are called
   * @param threads how many there are at most
   */
  WaitingDraws(String name, int threads) {
    executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_KEYS),
            daemons("snowbraid-server-" + name));
    executor.allowCoreThreadTimeOut(true);
  }

  static ThreadFactory daemons(String name) {
    AtomicInteger made = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + made.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Makes a draw in another thread, or fails it at once if too many keys wait. */
  void add(String key, WaitingDraw draw) {
    boolean[] isFirst = new boolean[1];
    queues.compute(
        key,
        (k, waiting) -> {
          isFirst[0] = waiting == null;
          Queue<WaitingDraw> queue = waiting == null ? new ArrayDeque<>() : waiting;
          queue.add(draw);
          return queue;
        });
    if (isFirst[0]) {
      start(key);
    }
  }

  private void start(String key) {
    try {
      executor.execute(() -> drawAll(key));
    } catch (RejectedExecutionException e) {
      failAll(
          key,
          new IllegalStateException(
              executor.isShutdown()
                  ? "the server is shutting down"
                  : "too many tags wait for the store: waiting=" + MOST_KEYS + "; try again later",
              e));
    }
  }

  private void drawAll(String key) {
    WaitingDraw draw = poll(key);
    while (draw != null) {
      try {
        draw.draw();
      } catch (RuntimeException e) {
        draw.fail(e);
        failAll(key, e);
        return;
      }
      draw = poll(key);
    }
  }

  /** Takes the next draw of a key; null if there is none, then the key is forgotten. */
  private @Nullable WaitingDraw poll(String key) {
    @Nullable WaitingDraw[] next = new WaitingDraw[1];
    queues.computeIfPresent(
        key,
        (k, queue) -> {
          next[0] = queue.poll();
          return next[0] == null ? null : queue;
        });
    return next[0];
  }

  private void failAll(String key, RuntimeException cause) {
    Queue<WaitingDraw> failed = queues.remove(key);
    List<WaitingDraw> draws = failed == null ? List.of() : new ArrayList<>(failed);
    draws.forEach(draw -> draw.fail(cause));
  }

  /** Accepts no more draws. Those that are being made end when the store answers. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
