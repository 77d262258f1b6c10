package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * There is no worker number for the generator: none was configured, all are taken, or the source of
 * workers cannot be used; the {@linkplain #getCause() cause} tells more.
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
