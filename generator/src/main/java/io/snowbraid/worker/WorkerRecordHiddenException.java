package io.snowbraid.worker;

/**
 * Thrown if a held worker's record cannot be read but may still exist: a privilege was revoked, a
 * policy hides rows, or a table was renamed. The generator stops at once, because another process
 * may now issue the same ids. It continues when it can read its own record again.
 */
public final class WorkerRecordHiddenException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a hidden record.
   *
   * @param message what was requested, what was found, and the remedy
   */
  public WorkerRecordHiddenException(String message) {
    super(message);
  }

  /**
   * Creates an exception caused by the store.
   *
   * @param message what was requested, what was found, and the remedy
   * @param cause the store's failure
   */
  public WorkerRecordHiddenException(String message, Throwable cause) {
    super(message, cause);
  }
}
