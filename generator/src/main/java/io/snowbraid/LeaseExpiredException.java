package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the grant is used up and the store did not extend it.
 *
 * <p>The generator recovers by itself when the store answers again.
 */
public final class LeaseExpiredException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  LeaseExpiredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
