package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the clock does not work: it throws an exception, asks its own generator for ids, or
 * does not move for a second or longer while a burst waits for the next tick.
 *
 * <p>The generator recovers by itself as soon as the clock answers and moves.
 */
public final class ClockFailedException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what is wrong with the clock
   * @param cause what it threw, if anything
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  public ClockFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
