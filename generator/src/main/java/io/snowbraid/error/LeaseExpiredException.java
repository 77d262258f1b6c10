package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the grant has expired and the store did not extend it: the store fails, or other
 * generators hold all workers.
 *
 * <p>The generator recovers when the store answers. If another process has acquired its worker
 * meanwhile, it continues with a different one ({@link io.snowbraid.SnowflakeEvent.WorkerLost}).
 */
public final class LeaseExpiredException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message why the grant was not extended
   * @param cause the store's failure, if any
   */
  @SuppressWarnings("exports") // users need not have the annotation
  public LeaseExpiredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
