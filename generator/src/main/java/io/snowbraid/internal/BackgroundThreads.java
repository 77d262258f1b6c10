package io.snowbraid.internal;

import static io.snowbraid.internal.Locks.holding;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The background threads of this process: daemons, which inherit nothing from the threads that
 * start them, neither thread locals nor a class loader. They end when they have been idle for a
 * moment, because a thread keeps the classes of its application reachable.
 *
 * <p>A task waits in a queue until a thread takes it. If no thread can be started, be it an {@link
 * OutOfMemoryError} or anything else, the task stays there. The next thread that has ended a task
 * takes it. Each later task and each {@link Scheduler#retry} is another attempt to start a thread,
 * and so is each second once the timer has a thread.
 */
public final class BackgroundThreads implements Executor {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** The JVM prints a line for each thread that it cannot start. */
  private static final Duration MIN_RETRY = Duration.ofMillis(100);

  /** Threads without a limit; their users limit their number. */
  public static final BackgroundThreads POOL = new BackgroundThreads(Integer.MAX_VALUE);

  private final int max;
  private final ThreadFactory factory;
  private final JdkTimer timer;
  private final RateLimit retries = new RateLimit(1, MIN_RETRY, System.nanoTime());
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** Those that were started or are about to be, and have not ended. */
  private int threads;

  private int busyThreads;

  /** Held here, because the timer does not. */
  private @Nullable Future<?> nextRetry;

  /**
   * Creates threads; none is started yet.
   *
   * @param max how many there may be
   */
  BackgroundThreads(int max) {
    this(max, named("snowbraid-"), JdkTimer.SHARED);
  }

  BackgroundThreads(int max, ThreadFactory factory, JdkTimer timer) {
    this.max = max;
    this.factory = factory;
    this.timer = timer;
  }

  /**
   * Creates a factory for such threads.
   *
   * @param name the prefix of their names
   * @return a factory
   */
  static ThreadFactory named(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(null, work, name + count.incrementAndGet(), 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      return thread;
    };
  }

  /** Returns a scheduler whose tasks these threads run. */
  Scheduler scheduler() {
    return new Scheduler() {
      @Override
      public Future<?> schedule(Runnable task, Duration delay) {
        if (delay.isZero()) {
          handOver(task);
          return CompletableFuture.completedFuture(null);
        }
        return timer.schedule(() -> handOver(task), delay, BackgroundThreads.this);
      }

      @Override
      public void retry() {
        if (retries.tryAcquire(System.nanoTime())) {
          tryToStartThreads();
        }
      }
    };
  }

  /** Runs a task in another thread, as soon as there is one. */
  void handOver(Runnable task) {
    enqueue(task);
    tryToStartThreads();
  }

  /**
   * Runs a task in another thread now, or not at all.
   *
   * @param task what to run; it must not throw
   * @throws OutOfMemoryError if no thread is free, and the system gives none
   */
  @Override
  public void execute(Runnable task) {
    enqueue(task);
    try {
      startThreads();
    } catch (Throwable e) {
      retryLater(); // other tasks may have counted on this thread
      if (holding(lock, () -> waiting.remove(task))) {
        throw e;
      }
    }
  }

  private void enqueue(Runnable task) {
    holding(
        lock,
        () -> {
          added.signal();
          return waiting.add(task);
        });
  }

  private void tryToStartThreads() {
    try {
      startThreads();
    } catch (Throwable e) { // whatever the JVM throws if it has no thread
      retryLater();
    }
  }

  private void retryLater() {
    holding(
        lock,
        () -> {
          if (nextRetry == null && timer.isRunning()) {
            nextRetry = timer.schedule(this::retryNow, RETRY, this);
          }
          return nextRetry;
        });
  }

  private void retryNow() {
    holding(lock, () -> nextRetry = null);
    tryToStartThreads();
  }

  /** Starts a thread for each task that no other is about to take. */
  private void startThreads() {
    while (holding(lock, this::claimThread)) {
      try {
        factory.newThread(this::work).start();
      } catch (Throwable e) {
        holding(lock, () -> threads--);
        throw e;
      }
    }
  }

  private boolean claimThread() {
    boolean isNeeded = waiting.size() > threads - busyThreads && threads < max;
    threads += isNeeded ? 1 : 0;
    return isNeeded;
  }

  private void work() {
    for (Runnable task = take(); task != null; task = take()) {
      try {
        task.run();
      } catch (Throwable e) { // the thread has other work all the same
        Log.warn("work in the background failed", e);
      } finally {
        holding(lock, () -> busyThreads--);
      }
    }
  }

  /** Returns the next task for this thread, or null if there was none for a moment. */
  private @Nullable Runnable take() {
    Thread.interrupted(); // meant for a task that has ended
    return holding(
        lock,
        () -> {
          awaitTask();
          Runnable task = waiting.poll();
          threads -= task == null ? 1 : 0;
          busyThreads += task == null ? 0 : 1;
          return task;
        });
  }

  private void awaitTask() {
    long left = IDLE_NANOS;
    try {
      while (waiting.isEmpty() && left > 0) {
        left = added.awaitNanos(left);
      }
    } catch (InterruptedException e) { // by nobody who means this thread
      return;
    }
  }
}
