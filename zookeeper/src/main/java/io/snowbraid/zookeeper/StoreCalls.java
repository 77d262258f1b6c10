package io.snowbraid.zookeeper;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;

/**
 * Runs calls to ZooKeeper, each on its own thread, so that callers wait no longer than their limit,
 * whatever the client's retry policy and timeouts. Limits the number of open calls, including
 * abandoned ones.
 */
final class StoreCalls {

  static final int MAX_OPEN = 4;

  private static final int REST_SECONDS = 10;

  private final CuratorFramework client;
  private final Semaphore places = new Semaphore(MAX_OPEN, true);
  private final Executor threads;

  /** Work that may take long. */
  interface Work<T> {

    /**
     * Does the work.
     *
     * @param isCancelled returns whether the call was abandoned
     */
    T apply(BooleanSupplier isCancelled) throws Exception;
  }

  StoreCalls(CuratorFramework client) {
    this.client = client;
    this.threads = threads(client.getClass().getClassLoader());
  }

  /**
   * Creates threads that exit when idle. They inherit nothing from the thread that starts them.
   *
   * @param loader finds classes for the client's login if it opens a session on such a thread
   */
  private static Executor threads(ClassLoader loader) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MAX_OPEN,
            MAX_OPEN,
            REST_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), // only briefly: the places limit its length
            work -> {
              Thread thread =
                  new Thread(
                      null, work, "snowbraid-zookeeper-" + count.incrementAndGet(), 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(loader);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  CuratorFramework client() {
    return client;
  }

  /**
   * Runs work.
   *
   * @param limit how long to wait; after that, the call is abandoned: it is interrupted and begins
   *     no further write
   * @param source the caller, for messages
   * @throws WorkerSourceException if ZooKeeper fails or does not answer in time
   */
  <T> T run(Duration limit, Object source, Work<T> work) {
    requireStarted(source);
    Deadline deadline = Deadline.after(limit, MonotonicTime.SYSTEM);
    try {
      enter(deadline, source);
      return new Call<>(work).run(deadline, source);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerSourceException(
          "interrupted while waiting for ZooKeeper (" + source + "); retry", e);
    }
  }

  private void requireStarted(Object source) {
    if (client.getState() != CuratorFrameworkState.STARTED) {
      throw new WorkerSourceException(
          "ZooKeeper client must be started, but is in state "
              + client.getState()
              + " ("
              + source
              + "); start it before the first generator is built, and close it after the last"
              + " generator");
    }
  }

  private void enter(Deadline deadline, Object source) throws InterruptedException {
    if (!places.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
      throw new WorkerSourceException(
          "ZooKeeper does not answer, and all "
              + MAX_OPEN
              + " calls are open ("
              + source
              + "); check that "
              + ZooKeeperFailures.MAJORITY);
    }
  }

  /** One call, which occupies its place until its thread has finished. */
  private final class Call<T> {

    private final AtomicBoolean isCancelled = new AtomicBoolean();
    private final FutureTask<T> task;

    Call(Work<T> work) {
      this.task = new FutureTask<>(() -> work.apply(isCancelled::get));
    }

    T run(Deadline deadline, Object source) throws InterruptedException {
      start(source);
      try {
        return task.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw ZooKeeperFailures.failed(Objects.requireNonNull(e.getCause()), source);
      } catch (TimeoutException e) {
        throw ZooKeeperFailures.late(deadline.limit(), source, e);
      } finally {
        isCancelled.set(true);
        task.cancel(true);
      }
    }

    private void start(Object source) {
      try {
        threads.execute(this::runInBackground);
      } catch (Throwable e) { // no thread is available
        places.release();
        throw ZooKeeperFailures.failed(e, source);
      }
    }

    private void runInBackground() {
      try {
        task.run();
      } finally {
        places.release();
      }
    }
  }
}
