package io.snowbraid.internal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs work on files that an interrupt of the thread must not abort. The JDK closes a file channel
 * used by a thread that is or was interrupted, but a generator may be built or closed on such a
 * thread.
 */
public final class UninterruptedIo {

  /** Work that can be repeated. */
  public interface Work {
    /**
     * Does the work.
     *
     * @throws IOException if that fails
     */
    void run() throws IOException;
  }

  private UninterruptedIo() {}

  /**
   * Does the work, repeats it if it was interrupted, and keeps the thread's interrupt status.
   *
   * @param work what to do
   * @throws IOException if it fails for another reason than an interrupt
   */
  public static void run(Work work) throws IOException {
    boolean interrupted = false;
    try {
      do {
        interrupted |= Thread.interrupted();
      } while (!isDone(work));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isDone(Work work) throws IOException {
    try {
      work.run();
      return true;
    } catch (ClosedByInterruptException e) { // the thread is marked as interrupted
      return false;
    }
  }
}
