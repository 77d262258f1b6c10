package io.snowbraid.internal;

import java.util.concurrent.locks.LockSupport;

/** Reads the monotonic clock, which never steps, and waits by it. */
public interface MonotonicTime {

  /** An event caused by another thread. */
  interface Event {

    /**
     * Waits for the event.
     *
     * @param nanos the longest wait; 0 or less only checks
     * @return whether it has happened
     * @throws InterruptedException if the thread is interrupted
     */
    boolean await(long nanos) throws InterruptedException;
  }

  /** The JDK's clock. Waiting parks the thread; a virtual thread frees its carrier. */
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
   * Returns the current reading.
   *
   * @return nanoseconds since an arbitrary origin, never decreasing
   */
  long nanoTime();

  /**
   * Waits until the time has passed or the thread is unparked or interrupted; may return
   * spuriously.
   *
   * @param nanos how long
   */
  void await(long nanos);

  /**
   * Waits for an event. A simulated clock advances by the full wait if the event does not happen.
   *
   * @param event the event
   * @param nanos the longest wait
   * @return whether it has happened
   * @throws InterruptedException if the thread is interrupted
   */
  default boolean await(Event event, long nanos) throws InterruptedException {
    return event.await(nanos);
  }
}
