package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the clock fails: it throws, requests ids from the generator that reads it, or stands
 * still for a second or more while a burst waits for the next tick.
 *
 * <p>The generator recovers as soon as the clock works and advances.
 */
public final class ClockFailedException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what is wrong with the clock
   * @param cause what the clock threw, if anything
   */
  @SuppressWarnings("exports") // users need not have the annotation
  public ClockFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
