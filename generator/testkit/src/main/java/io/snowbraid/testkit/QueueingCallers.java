package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** Runs threads that call a store one after another while another caller blocks it. */
final class QueueingCallers {

  private static final int COUNT = 8;

  /** The longest wait for an event that must happen. */
  static final Duration LIMIT = Duration.ofMinutes(1);

  private QueueingCallers() {}

  /**
   * Starts the callers, then unblocks the store.
   *
   * @param holdUp blocks the store until it is closed
   * @param call each caller's action
   * @return the calls' results, in the order in which the callers arrived
   */
  static <T> List<T> call(AutoCloseable holdUp, Callable<T> call) throws Exception {
    List<FutureTask<T>> calls = new ArrayList<>();
    try (holdUp) {
      for (int i = 0; i < COUNT; i++) {
        FutureTask<T> waiting = new FutureTask<>(call);
        calls.add(waiting);
        awaitWaiting(start(waiting));
      }
      assertThat(calls).noneMatch(FutureTask::isDone);
    }
    List<T> results = new ArrayList<>();
    for (FutureTask<T> waiting : calls) {
      assertThat(waiting).succeedsWithin(LIMIT);
      results.add(waiting.get());
    }
    return results;
  }

  static Thread start(Runnable work) {
    Thread thread = new Thread(work, "caller of the store");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits until a thread is blocked or has ended. */
  static void awaitWaiting(Thread thread) {
    long start = System.nanoTime();
    while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
      assertThat(System.nanoTime() - start).isLessThan(LIMIT.toNanos());
      LockSupport.parkNanos(1_000_000);
    }
  }
}
