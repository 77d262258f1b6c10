package io.snowbraid.worker;

/**
 * Thrown if the record of a worker was deleted, or was reset to an earlier state, while the worker
 * was held: rows or the directory were deleted, a backup restored. It is no longer known what was
 * issued, so the generator stops at once and permanently. The message says what was found, and what
 * to do. A record may also be out of sight only: see {@link WorkerRecordHiddenException}.
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
