package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if there is no worker for the generator: none was configured, all are taken, or the worker
 * source cannot be used. The {@linkplain #getCause() cause} has the details.
 *
 * <p>There is no default worker, because two generators that fell back to the same one would issue
 * the same ids.
 */
public final class NoWorkerAvailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  NoWorkerAvailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
