package io.snowbraid.worker;

/**
 * The record of a worker is gone, or went back to an earlier state, while the worker was held: the
 * table was emptied, the directory deleted, a backup restored. Nobody knows any more what was
 * issued, so the generator stops at once and for good. The message tells what was found, and what
 * to do.
 */
public final class WorkerRecordLostException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * A loss that a lease noticed.
   *
   * @param message what should have been there, what was found, and what to do
   */
  public WorkerRecordLostException(String message) {
    super(message);
  }
}
