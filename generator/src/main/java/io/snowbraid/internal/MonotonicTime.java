package io.snowbraid.internal;

import java.util.concurrent.locks.LockSupport;

/** The steady clock, which never steps, and waits measured by it. */
public interface MonotonicTime {

  /** Something that another thread does. */
  interface Event {

    /**
     * Waits for it.
     *
     * @param nanos the longest wait; 0 or less looks only
     * @return whether it has happened
     * @throws InterruptedException if the thread is interrupted
     */
    boolean await(long nanos) throws InterruptedException;
  }

  /** The JDK's clock. It parks the thread; a virtual thread frees its carrier. */
  MonotonicTime SYSTEM =
      new MonotonicTime() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void await(long nanos) {
          LockSupport.parkNanos(nanos);
        }
      };

  /**
   * Returns the present reading.
   *
   * @return nanoseconds; their origin is arbitrary, and they never decrease
   */
  long nanoTime();

  /**
   * Waits.
   *
   * @param nanos after how long this returns, or earlier: spuriously, when the thread is unparked,
   *     or when it is interrupted
   */
  void await(long nanos);

  /**
   * Waits for an event. A simulated clock advances by what was waited in vain.
   *
   * @param event what is waited for
   * @param nanos the longest wait
   * @return whether it has happened
   * @throws InterruptedException if the thread is interrupted
   */
  default boolean await(Event event, long nanos) throws InterruptedException {
    return event.await(nanos);
  }
}
