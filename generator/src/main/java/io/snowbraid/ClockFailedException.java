package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the clock that the generator was given throws an exception, or does not answer another
 * call for longer than this one may wait.
 *
 * <p>The generator recovers by itself as soon as the clock answers.
 */
public final class ClockFailedException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  ClockFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
