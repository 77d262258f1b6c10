package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that do a piece of work together, starting at the same moment. The caller's thread is one
 * of them, so the time of {@link #run} is the time from the common start until the last is done.
 *
 * <p>Between runs the helpers are parked, so they take nothing from what runs between bursts.
 * {@link #assemble} wakes them beforehand: what {@link #run} takes is then the work and no wake-up.
 */
final class ThreadTeam implements AutoCloseable {

  /** Some microseconds. */
  private static final int SPINS = 1_000;

  private final List<Thread> parked = new ArrayList<>();
  private final List<Runnable> works;
  private final boolean crowded;
  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();
  private volatile int called;
  private volatile int started;
  private volatile boolean closed;

  /** Takes one piece of work for each thread, and what runs the threads beside the caller's. */
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

  /** Wakes the helpers and returns when all of them stand at the start. */
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
   * Waits without parking, since to be woken takes longer than a burst. But a thread that spins
   * must not hold a processor that another one needs to do its work.
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

  /** Lets the helpers end. */
  @Override
  public void close() {
    closed = true;
    wake();
  }
}
