package io.snowbraid.error;

import java.time.Duration;

/**
 * Thrown if the clock has stepped back so far that every lane is ahead of it, by more than the
 * generator may lead or wait. {@link #retryAfter} is how far it has to advance until the first lane
 * is free.
 *
 * <p>The generator recovers by itself as soon as the clock shows a time that some lane has not
 * passed.
 */
public final class ClockRollbackException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /** How far the clock is before the lane in use. */
  private final Duration behind;

  /**
   * Creates an exception.
   *
   * @param message how far the clock stepped back, and what to do
   * @param behind how far the clock is before the lane in use
   * @param retryAfter how far it has to advance, more than 0
   */
  public ClockRollbackException(String message, Duration behind, Duration retryAfter) {
    super(message, null, retryAfter);
    this.behind = behind;
  }

  /**
   * Returns how far the clock is before the lane in use. After several steps back, each to another
   * lane, this is about the last step and not their sum: ids of earlier lanes can be much further
   * ahead.
   *
   * @return the distance from the present reading to the highest reading since ids last continued
   *     after a step back. If the first tick that any lane has left is later, it is the distance to
   *     that tick
   */
  public Duration behind() {
    return behind;
  }
}
