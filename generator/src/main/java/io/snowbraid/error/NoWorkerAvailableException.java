package io.snowbraid.error;

/**
 * Thrown if a worker source has no worker for the generator: all are taken, or the source cannot be
 * used. The {@linkplain #getCause() cause} has the details. If it is a {@link
 * io.snowbraid.worker.WorkersHeldException}, a worker may be free later; {@link
 * io.snowbraid.Snowflake.Builder#startWait} waits for that.
 */
public final class NoWorkerAvailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what could not be had
   * @param cause the failure of the source
   */
  public NoWorkerAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
