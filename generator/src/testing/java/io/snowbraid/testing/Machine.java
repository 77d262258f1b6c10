package io.snowbraid.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Control threads that show by how much the machine delays this process while something is
 * measured: some only wait, and one also computes, because a machine with too much to do wakes
 * threads in time, but then takes the processor away from them.
 */
public final class Machine implements AutoCloseable {

  private static final int WAITING = 4;
  private static final long SLICE_NANOS = 5_000_000;
  private static final long WORK_NANOS = 1_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final AtomicLong longestNanos = new AtomicLong();
  private final List<Thread> controls = new ArrayList<>();
  private volatile boolean isClosed;

  /** Starts the control threads. */
  public Machine() {
    for (int i = 0; i < WAITING; i++) {
      start(0);
    }
    start(WORK_NANOS);
  }

  private void start(long workNanos) {
    Thread control = new Thread(() -> run(workNanos), "control");
    control.setDaemon(true);
    control.start();
    controls.add(control);
  }

  private void run(long workNanos) {
    while (!isClosed) {
      long begun = System.nanoTime();
      LockSupport.parkNanos(SLICE_NANOS);
      long late = System.nanoTime() - begun - SLICE_NANOS + delayOfWork(workNanos);
      longestNanos.accumulateAndGet(late, Math::max);
    }
  }

  /** Computes for some time, and returns for how long the processor did something else meanwhile. */
  private static long delayOfWork(long nanos) {
    if (nanos == 0) {
      return 0;
    }
    long begun = System.nanoTime();
    long cpu = THREADS.getCurrentThreadCpuTime();
    long worked = 0;
    while (worked < nanos) {
      worked = THREADS.getCurrentThreadCpuTime() - cpu;
    }
    return System.nanoTime() - begun - worked;
  }

  /** Returns the longest delay of a control thread so far. */
  public Duration longestDelay() {
    return Duration.ofNanos(longestNanos.get());
  }

  /** Ends the control threads. */
  @Override
  public void close() {
    isClosed = true;
    controls.forEach(LockSupport::unpark);
  }
}
