package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * The generator may not issue ids, because its grant has run out and the store did not extend it.
 *
 * <p>The generator recovers by itself when the store answers again.
 */
public final class LeaseLostException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  LeaseLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
