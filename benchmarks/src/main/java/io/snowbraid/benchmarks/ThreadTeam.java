package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A team of threads that start work at the same moment. The caller's thread is one of them, so the
 * duration of {@link #run} is the time from the common start until the last thread is done.
 *
 * <p>Between runs the helpers are parked, so they use no processor time. {@link #assemble} wakes
 * them beforehand, so that {@link #run} includes no wake-up.
 */
final class ThreadTeam implements AutoCloseable {

  /** Spinning this often takes a few microseconds. */
  private static final int SPINS = 1_000;

  private final List<Thread> parked = new ArrayList<>();
  private final List<Runnable> works;
  private final boolean crowded;
  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();
  private volatile int called;
  private volatile int started;
  private volatile boolean closed;

  /**
   * Creates a team with one piece of work per thread, and an executor for all threads but the
   * caller's.
   */
  ThreadTeam(List<Runnable> works, Executor threads) {
    this.works = List.copyOf(works);
    crowded = works.size() > Runtime.getRuntime().availableProcessors();
    for (Runnable work : this.works.subList(1, works.size())) {
      threads.execute(() -> help(work));
    }
    await(ready);
  }

  private void help(Runnable work) {
    synchronized (parked) {
      parked.add(Thread.currentThread());
    }
    ready.incrementAndGet();
    int round = 0;
    while (awaitCall(round)) {
      round++;
      ready.incrementAndGet();
      for (int turn = 0; started != round; turn++) {
        pause(turn);
      }
      work.run();
      finished.incrementAndGet();
    }
  }

  private boolean awaitCall(int round) {
    while (called == round && !closed) {
      LockSupport.park(this);
    }
    return !closed;
  }

  /** Wakes the helpers and returns when all of them are ready to start. */
  void assemble() {
    ready.set(0);
    finished.set(0);
    called = started + 1;
    wake();
    await(ready);
  }

  /** Does all the work. Each run needs a new {@link #assemble}. */
  void run() {
    started = called;
    works.get(0).run();
    await(finished);
  }

  private void await(AtomicInteger helpers) {
    for (int turn = 0; helpers.get() < works.size() - 1; turn++) {
      pause(turn);
    }
  }

  /**
   * Waits without parking, because waking up takes longer than a burst. But a spinning thread must
   * not occupy a processor that another one needs for its work.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private void pause(int turn) {
    if (crowded || turn > SPINS) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }

  private void wake() {
    synchronized (parked) {
      parked.forEach(LockSupport::unpark);
    }
  }

  /** Ends the helpers. */
  @Override
  public void close() {
    closed = true;
    wake();
  }
}
