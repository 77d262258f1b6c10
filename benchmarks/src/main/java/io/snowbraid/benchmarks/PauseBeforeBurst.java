package io.snowbraid.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits before a burst; this time is not measured. */
final class PauseBeforeBurst {

  /** A rate that every generator here can sustain, so that no burst pays for earlier ones. */
  private static final int IDS_PER_MILLI = 4_000;

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private PauseBeforeBurst() {}

  /**
   * Waits long enough that a burst of this many ids does not reduce the capacity of the next one,
   * and returns when a millisecond of the clock begins. It spins for the last two milliseconds, so
   * that the burst does not start on a processor that has just woken up.
   */
  static void before(int ids) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(ids) / IDS_PER_MILLI;
    long until = System.nanoTime() + Math.max(nanos, SHORTEST_NANOS);
    while (until - System.nanoTime() > SHORTEST_NANOS) {
      LockSupport.parkNanos(until - System.nanoTime() - SHORTEST_NANOS);
    }
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() == now) {
      Thread.onSpinWait();
    }
  }
}
