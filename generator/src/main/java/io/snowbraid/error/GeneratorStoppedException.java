package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the worker's record is missing or was reset, so that the ids already issued are no
 * longer known. Causes are a deleted directory, an emptied table, or a restored backup.
 *
 * <p>The generator has stopped for good. The message says what was found and what to do before
 * building a new one.
 *
 * @see io.snowbraid.worker.WorkerRecordLostException
 */
public final class GeneratorStoppedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what was found, and what to do
   * @param cause the store's failure, if any
   */
  @SuppressWarnings("exports") // users need not have the annotation
  public GeneratorStoppedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
