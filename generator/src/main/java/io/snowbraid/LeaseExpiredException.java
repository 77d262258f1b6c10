package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the grant is used up and the store did not extend it: it fails, or all workers are held
 * by others.
 *
 * <p>The generator recovers by itself when the store answers again. Whether it still has the same
 * worker then is another matter: if not, there is a {@link SnowflakeEvent.WorkerLost}.
 */
public final class LeaseExpiredException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  LeaseExpiredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
