package io.snowbraid.worker;

/**
 * Thrown if the record of a held worker cannot be seen, although it may still be there: a privilege
 * was revoked, a policy hides rows, a table was renamed. The generator stops at once, because
 * others may issue the same ids meanwhile, and asks again: ids continue when the record is seen,
 * and is its own. The message says what was found, and what to do.
 */
public final class WorkerRecordHiddenException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a record that cannot be seen.
   *
   * @param message what was asked for, what was found, and what to do
   */
  public WorkerRecordHiddenException(String message) {
    super(message);
  }

  /**
   * Creates an exception about a record that the store does not show.
   *
   * @param message what was asked for, what was found, and what to do
   * @param cause the failure of the store
   */
  public WorkerRecordHiddenException(String message, Throwable cause) {
    super(message, cause);
  }
}
