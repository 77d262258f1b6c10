package io.snowbraid.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The time before a burst, which is not measured. */
final class PauseBeforeBurst {

  /** What every generator here can issue on average for ever, so that no burst pays for others. */
  private static final int IDS_PER_MILLI = 4_000;

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private PauseBeforeBurst() {}

  /**
   * Lets so much time pass that a burst of so many ids takes nothing from the room of the next one,
   * and returns when a millisecond of the clock begins. The last two milliseconds are spent
   * spinning, so that a burst does not find a processor that has just woken up.
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
