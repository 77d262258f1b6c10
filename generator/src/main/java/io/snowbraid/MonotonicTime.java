package io.snowbraid;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits, and how it measures the wait: by a clock that never steps. */
interface MonotonicTime {

  /** Parks the thread; it frees its carrier if it is virtual. */
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

  /** The present reading of a clock whose origin means nothing and that never goes back. */
  long nanoTime();

  /** Returns after about the given time, or earlier for no reason or when interrupted. */
  void await(long nanos);
}
