package io.snowbraid.worker;

/**
 * Thrown if a held worker's record was deleted or reset to an earlier state, for example by
 * restoring a backup. The generator stops permanently, because the issued ids are no longer known.
 * If the record may only be hidden, {@link WorkerRecordHiddenException} is thrown instead.
 */
public final class WorkerRecordLostException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a lost record.
   *
   * @param message what was expected, what was found, and the remedy
   */
  public WorkerRecordLostException(String message) {
    super(message);
  }
}
