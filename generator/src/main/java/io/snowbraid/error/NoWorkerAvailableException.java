package io.snowbraid.error;

/**
 * Thrown if no worker can be leased: all are held, or the source cannot be used. See the
 * {@linkplain #getCause() cause}. If that is a {@link io.snowbraid.worker.WorkersHeldException},
 * retry later, or wait longer with {@link io.snowbraid.Snowflake.Builder#startWait}.
 */
public final class NoWorkerAvailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what is unavailable
   * @param cause the source's failure
   */
  public NoWorkerAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
