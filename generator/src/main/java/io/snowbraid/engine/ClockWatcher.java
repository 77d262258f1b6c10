package io.snowbraid.engine;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Checks the system clock for all busy generators of the process, on one thread that runs only
 * while a generator is busy. Custom clocks are read by the calls themselves.
 */
public final class ClockWatcher {

  /** The watcher of this process. */
  static final ClockWatcher SHARED = new ClockWatcher(Threads.SHARED, MonotonicTime.SYSTEM);

  private static final long PERIOD_NANOS = Duration.ofMillis(1).toNanos();

  private final Scheduler scheduler;
  private final MonotonicTime monotonic;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<WatchedClock> added = new ArrayList<>();
  private boolean running;

  public ClockWatcher(Scheduler scheduler, MonotonicTime monotonic) {
    this.scheduler = scheduler;
    this.monotonic = monotonic;
  }

  /** Starts watching a clock. Returns false if no thread is available. */
  boolean add(WatchedClock clock) {
    boolean starts;
    lock.lock();
    try {
      added.add(clock);
      starts = !running;
      running = true;
    } finally {
      lock.unlock();
    }
    return !starts || start(clock);
  }

  private boolean start(WatchedClock first) {
    try {
      scheduler.schedule(this::run, Duration.ZERO);
      return true;
    } catch (RejectedExecutionException e) { // clocks added meanwhile wait for the next start
      holding(
          lock,
          () -> {
            running = false;
            added.remove(first);
          });
      return false;
    }
  }

  private void run() {
    List<WatchedClock> watched = new ArrayList<>();
    while (isNeeded(watched)) {
      monotonic.await(PERIOD_NANOS);
      watched.removeIf(clock -> !clock.check());
    }
  }

  /** Moves the added clocks to the watched ones, and returns whether there are any. */
  private boolean isNeeded(List<WatchedClock> watched) {
    lock.lock();
    try {
      added.forEach(WatchedClock::begin);
      watched.addAll(added);
      added.clear();
      running = !watched.isEmpty();
      return running;
    } finally {
      lock.unlock();
    }
  }
}
