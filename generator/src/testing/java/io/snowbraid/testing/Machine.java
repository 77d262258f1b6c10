package io.snowbraid.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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

  private final List<Control> controls;
  private final long createdNanos = System.nanoTime();
  private volatile boolean isClosed;

  /** Starts the control threads. */
  public Machine() {
    controls =
        LongStream.concat(LongStream.generate(() -> 0).limit(WAITING), LongStream.of(WORK_NANOS))
            .mapToObj(Control::new)
            .toList();
  }

  /** When a control thread waited, and by how much it was late. */
  private record Slice(long begunNanos, long endedNanos, long lateNanos) {}

  private final class Control {

    private final long workNanos;
    private final Queue<Slice> slices = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "control");
    private volatile long begunNanos = System.nanoTime();

    Control(long workNanos) {
      this.workNanos = workNanos;
      thread.setDaemon(true);
      thread.start();
    }

    private void run() {
      while (!isClosed) {
        begunNanos = System.nanoTime();
        LockSupport.parkNanos(SLICE_NANOS);
        long late = System.nanoTime() - begunNanos - SLICE_NANOS + delayOfWork(workNanos);
        slices.add(new Slice(begunNanos, System.nanoTime(), late));
      }
    }

    /** Returns the longest delay, also of a wait that has not ended yet. */
    long longestDelayNanos(long from, long to) {
      return Stream.concat(Stream.of(present()), slices.stream())
          .filter(slice -> slice.endedNanos >= from && slice.begunNanos <= to)
          .mapToLong(Slice::lateNanos)
          .max()
          .orElse(0);
    }

    private Slice present() {
      long begun = begunNanos;
      long now = System.nanoTime();
      return new Slice(begun, now, isClosed ? 0 : now - begun - SLICE_NANOS - workNanos);
    }
  }

  /**
   * Computes for some time, and returns for how long the processor did something else meanwhile.
   */
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
    return longestDelay(createdNanos, System.nanoTime());
  }

  /**
   * Returns the longest delay of a control thread at some time of a measurement.
   *
   * @param fromNanos when it began, by {@link System#nanoTime}
   * @param toNanos when it ended
   */
  public Duration longestDelay(long fromNanos, long toNanos) {
    long longest =
        controls.stream()
            .mapToLong(control -> control.longestDelayNanos(fromNanos, toNanos))
            .max()
            .orElseThrow();
    return Duration.ofNanos(Math.max(0, longest));
  }

  /** Ends the control threads. */
  @Override
  public void close() {
    isClosed = true;
    controls.forEach(control -> LockSupport.unpark(control.thread));
  }
}
