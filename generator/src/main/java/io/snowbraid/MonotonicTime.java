package io.snowbraid;

import java.util.concurrent.locks.LockSupport;

/** The steady clock, which never steps, and waits measured by it. */
interface MonotonicTime {

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

  /** Returns the present reading. Its origin is arbitrary, and it never moves backwards. */
  long nanoTime();

  /** Returns after about the given time, or earlier: spuriously, or when interrupted. */
  void await(long nanos);
}
