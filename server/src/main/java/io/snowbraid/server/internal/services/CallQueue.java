package io.snowbraid.server.internal.services;

import io.netty.util.concurrent.Promise;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.segment.SegmentRejectedException;
import java.util.ArrayDeque;
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
public final class CallQueue implements AutoCloseable {

  private static final int MAX_KEYS = 1_000;

  private record Call(Runnable work, Promise<?> answer) {}

  private final ThreadPoolExecutor executor;
  private final LongAdder added = new LongAdder();
  private final Map<String, Queue<Call>> queues = new ConcurrentHashMap<>();

  /**
   * Creates threads when they are needed.
   *
   * @param name what the threads are called
   * @param threads how many there are at most
   */
  public CallQueue(String name, int threads) {
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

  /**
   * Makes a call in another thread, or fails it at once if too many keys wait.
   *
   * @param work makes the call, and sets the answer
   * @param answer fails with a {@link RuntimeException} if the work throws, or is not done
   */
  public void add(String key, Runnable work, Promise<?> answer) {
    added.increment();
    boolean[] isFirst = new boolean[1];
    queues.compute(
        key,
        (k, waiting) -> {
          isFirst[0] = waiting == null;
          Queue<Call> queue = waiting == null ? new ArrayDeque<>() : waiting;
          queue.add(new Call(work, answer));
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
    Call call = poll(key);
    while (call != null) {
      try {
        call.work().run();
      } catch (Throwable e) { // an Error must not leave connections waiting forever
        RuntimeException failure = failure(e);
        call.answer().tryFailure(failure);
        if (isOfStore(failure)) {
          failAll(key, failure);
          return;
        }
      }
      call = poll(key);
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
  private @Nullable Call poll(String key) {
    @Nullable Call[] next = new Call[1];
    queues.computeIfPresent(
        key,
        (k, queue) -> {
          next[0] = queue.poll();
          return next[0] == null ? null : queue;
        });
    return next[0];
  }

  private void failAll(String key, RuntimeException cause) {
    Queue<Call> failed = queues.remove(key);
    if (failed != null) {
      failed.forEach(call -> call.answer().tryFailure(cause));
    }
  }

  /** Accepts no more draws. Those that are being made end when the store answers. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
