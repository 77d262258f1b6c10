package io.snowbraid.worker;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The lock of a directory, which a process holds while it looks for a worker there. */
final class DirectoryLock {

  private static final long PAUSE_NANOS = 2_000_000;

  private DirectoryLock() {}

  /**
   * Locks a file, and waits while it is locked elsewhere.
   *
   * @param file a real path
   * @param maxWait how long to wait
   * @throws WorkerSourceException if it stays locked, or if the thread is interrupted meanwhile
   */
  static ProcessFileLock take(Path file, Duration maxWait) throws IOException {
    long start = System.nanoTime();
    ProcessFileLock lock = ProcessFileLock.tryLock(file);
    while (lock == null) {
      requireWithinMaxWait(file, maxWait, System.nanoTime() - start);
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = ProcessFileLock.tryLock(file);
    }
    return lock;
  }

  private static void requireWithinMaxWait(Path file, Duration maxWait, long waitedNanos) {
    if (waitedNanos > maxWait.toNanos()) {
      throw new WorkerSourceException(
          "lock must become free within "
              + maxWait.toMillis()
              + " ms: file="
              + file
              + " is locked by a process that looks for a worker and does not get on; find it with"
              + " lslocks or fuser and end it, but do not delete the file");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new WorkerSourceException(
          "thread must not be interrupted while it waits for a lock: file=" + file + "; try again");
    }
  }
}
