package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the grant is used up and the store did not extend it: it fails, or all workers are held
 * by others.
 *
 * <p>The generator recovers by itself when the store answers again. Whether it still has the same
 * worker then is another matter: if not, there is a {@link io.snowbraid.SnowflakeEvent.WorkerLost}.
 */
public final class LeaseExpiredException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message why the grant was not extended
   * @param cause the failure of the store, if any
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  public LeaseExpiredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
