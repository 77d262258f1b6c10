package io.snowbraid;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if a worker source has no worker for the generator: all are taken, or the source cannot be
 * used. The {@linkplain #getCause() cause} has the details.
 */
public final class NoWorkerAvailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  NoWorkerAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
