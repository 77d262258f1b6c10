package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Work on files that an interrupt of the thread does not break off. The JDK closes a file channel
 * under a thread that is interrupted, or was before; but whoever makes a generator, or gives one
 * back, may well do so on such a thread.
 */
final class UninterruptedIo {

  /** Work that may be done again. */
  interface Work {
    void run() throws IOException;
  }

  private UninterruptedIo() {}

  /** Does the work, again if it was interrupted, and leaves the thread as interrupted as it is. */
  static void run(Work work) throws IOException {
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
