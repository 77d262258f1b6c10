package io.snowbraid.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A process that can be made to have no threads, as one that has reached its limit. */
public final class ThreadShortage {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Queue<Thread> started = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final JdkTimer timer =
      new JdkTimer(
          pool -> {
            requireThread();
            return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
          });
  private volatile boolean isShort;

  /** Ends the shortage, or begins one. */
  public void set(boolean isShort) {
    this.isShort = isShort;
  }

  /**
   * Begins a shortage, and waits until idle threads have ended, which could still take a task. The
   * timer must have been started if anything is scheduled, or a thread waits in its place forever.
   */
  public void begin() {
    set(true);
    for (Thread thread : started) {
      requireEnd(thread);
    }
  }

  private static void requireEnd(Thread thread) {
    try {
      thread.join(LIMIT.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (thread.isAlive()) {
      throw new AssertionError("thread must end: " + Arrays.toString(thread.getStackTrace()));
    }
  }

  /** Returns how many threads were asked for in vain. */
  public int refused() {
    return refused.get();
  }

  /** Starts the timer, which has a thread as long as the process lives. */
  public ThreadShortage startTimer() {
    timer.start(new CompletableFuture<>(), System.nanoTime());
    return this;
  }

  /** Creates a scheduler that lives through the shortage. */
  public Scheduler scheduler() {
    return threads().scheduler();
  }

  BackgroundThreads threads() {
    return new BackgroundThreads(Integer.MAX_VALUE, factory(), timer);
  }

  /** Creates a scheduler that forgets the tasks that find no thread: a broken one. */
  public Scheduler forgetfulScheduler() {
    ThreadFactory factory = factory();
    Executor threads = work -> start(factory, work);
    return (task, delay) ->
        CompletableFuture.runAsync(
            task,
            delay.isZero()
                ? threads
                : CompletableFuture.delayedExecutor(
                    delay.toNanos(), TimeUnit.NANOSECONDS, threads));
  }

  private static void start(ThreadFactory factory, Runnable work) {
    try {
      factory.newThread(work).start();
    } catch (OutOfMemoryError e) {
      System.out.println("task is forgotten: " + e.getMessage());
    }
  }

  private ThreadFactory factory() {
    ThreadFactory threads = BackgroundThreads.named("test-");
    return work -> {
      requireThread();
      Thread thread = threads.newThread(work);
      started.add(thread);
      return thread;
    };
  }

  private void requireThread() {
    if (isShort) {
      refused.incrementAndGet();
      throw new OutOfMemoryError("unable to create native thread");
    }
  }
}
