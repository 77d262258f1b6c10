package io.snowbraid.worker;

/**
 * Thrown if the record of a worker is missing, or was reset to an earlier state, while the worker
 * was held: the table was emptied, the directory deleted, a backup restored. It is no longer known
 * what was issued, so the generator stops at once and permanently. The message says what was found,
 * and what to do.
 */
public final class WorkerRecordLostException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a lost record.
   *
   * @param message what should have been there, what was found, and what to do
   */
  public WorkerRecordLostException(String message) {
    super(message);
  }
}
