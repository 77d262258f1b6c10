package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if it is no longer known what was issued under the worker: its record is missing or was
 * set back. A deleted directory, an emptied table, or a restored backup can cause this.
 *
 * <p>The generator issues no more ids; the message says what was found and what to do before
 * another one is built.
 *
 * @see io.snowbraid.worker.WorkerRecordLostException
 */
public final class GeneratorStoppedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what was found, and what to do
   * @param cause the failure of the store, if any
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  public GeneratorStoppedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
