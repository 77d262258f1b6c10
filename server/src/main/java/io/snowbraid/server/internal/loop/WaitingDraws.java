package io.snowbraid.server.internal.loop;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Log;
import io.snowbraid.segment.SegmentRejectedException;
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
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Makes the draws that have to wait, in threads of their own. Those of one key are made one after
 * another, so a slow key has one thread at most. If one fails because of its store, all that wait
 * for the same key fail with it, because they would wait for the same store.
 */
public final class WaitingDraws implements AutoCloseable {

  private static final int MAX_KEYS = 1_000;

  private final ThreadPoolExecutor executor;
  private final LongAdder added = new LongAdder();
  private final Map<String, Queue<Waiting>> queues = new ConcurrentHashMap<>();

  /**
   * Creates threads when they are needed.
   *
   * @param name what the threads are called
   * @param threads how many there are at most
   */
  public WaitingDraws(String name, int threads) {
    executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_KEYS),
            daemons("snowbraid-server-" + name));
    executor.allowCoreThreadTimeOut(true);
  }

  public static ThreadFactory daemons(String name) {
    AtomicInteger made = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + made.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Makes a draw in another thread, or fails it at once if too many keys wait. */
  public void add(String key, Waiting draw) {
    added.increment();
    boolean[] isFirst = new boolean[1];
    queues.compute(
        key,
        (k, waiting) -> {
          isFirst[0] = waiting == null;
          Queue<Waiting> queue = waiting == null ? new ArrayDeque<>() : waiting;
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
                  : "too many tags wait for the store: waiting=" + MAX_KEYS + "; try again later",
              e));
    } catch (Throwable e) { // such as that there can be no more threads
      failAll(key, failure(e));
    }
  }

  private void drawAll(String key) {
    Waiting draw = poll(key);
    while (draw != null) {
      try {
        draw.make();
      } catch (Throwable e) { // an Error must not leave connections waiting forever
        RuntimeException failure = failure(e);
        fail(draw, failure);
        if (isOfStore(failure)) {
          failAll(key, failure);
          return;
        }
      }
      draw = poll(key);
    }
  }

  private static boolean isOfStore(RuntimeException failure) {
    return failure instanceof SnowbraidException && !(failure instanceof SegmentRejectedException);
  }

  private static RuntimeException failure(Throwable cause) {
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("the call ended with " + cause, cause);
  }

  /** Returns how many calls have waited. */
  public long added() {
    return added.sum();
  }

  /** Takes the next draw of a key; null if there is none, then the key is forgotten. */
  private @Nullable Waiting poll(String key) {
    @Nullable Waiting[] next = new Waiting[1];
    queues.computeIfPresent(
        key,
        (k, queue) -> {
          next[0] = queue.poll();
          return next[0] == null ? null : queue;
        });
    return next[0];
  }

  private void failAll(String key, RuntimeException cause) {
    Queue<Waiting> failed = queues.remove(key);
    List<Waiting> draws = failed == null ? List.of() : new ArrayList<>(failed);
    draws.forEach(draw -> fail(draw, cause));
  }

  /** Fails a draw; what goes wrong there must not hold up the others. */
  private static void fail(Waiting draw, RuntimeException cause) {
    try {
      draw.fail(cause);
    } catch (Throwable e) {
      Log.warn("the failure of a call could not be answered", e);
    }
  }

  /** Accepts no more draws. Those that are being made end when the store answers. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
