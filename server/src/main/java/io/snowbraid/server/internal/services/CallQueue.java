package io.snowbraid.server.internal.services;

import io.netty.util.concurrent.Promise;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
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
 * Runs calls that may block, such as draws, in its own threads. Calls with the same key run one
 * after another, so a slow key occupies at most one thread. If a call fails because of its store,
 * all waiting calls with the same key fail with it, because they would wait for the same store.
 */
public final class CallQueue implements AutoCloseable {

  private static final int MAX_KEYS = 1_000;

  private record Call(Runnable work, Promise<?> answer) {}

  private static final OccasionalWarning FAILURES = new OccasionalWarning();

  private final ThreadPoolExecutor executor;
  private final LongAdder added = new LongAdder();
  private final Map<String, Queue<Call>> queues = new ConcurrentHashMap<>();

  /**
   * Creates a queue, which starts threads when it needs them.
   *
   * @param name the prefix of thread names
   * @param threads the most threads
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
   * Runs a call in another thread, or fails it at once if too many keys wait.
   *
   * @param work makes the call and sets the answer
   * @param answer fails with a {@link RuntimeException} if the work throws or is rejected
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
    } catch (Throwable e) { // such as that no more threads can be started
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
        if (isNew(failure)) {
          FAILURES.log("a call to the store failed", failure);
        }
        call.answer().tryFailure(failure);
        if (isOfStore(failure)) {
          failAll(key, failure);
          return;
        }
      }
      call = poll(key);
    }
  }

  /** Returns whether no generator has logged a failure. */
  private static boolean isNew(RuntimeException failure) {
    return failure instanceof SnowbraidException
        && !(failure instanceof IdsUnavailableException)
        && !(failure instanceof GeneratorClosedException);
  }

  private static boolean isOfStore(RuntimeException failure) {
    return failure instanceof SnowbraidException && !(failure instanceof SegmentRejectedException);
  }

  private static RuntimeException failure(Throwable cause) {
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("the call failed with " + cause, cause);
  }

  /** Returns how many calls were added. */
  public long added() {
    return added.sum();
  }

  /** Removes the next call of a key; null if there is none, and then forgets the key. */
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

  /** Accepts no more calls. Running calls finish when their store answers. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
