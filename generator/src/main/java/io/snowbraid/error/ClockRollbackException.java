package io.snowbraid.error;

import java.time.Duration;

/**
 * Thrown if the clock stepped back so far that every lane is ahead of it by more than the generator
 * may lead or wait. {@link #retryAfter} is how far the clock must advance until the first lane is
 * free.
 *
 * <p>The generator recovers as soon as the clock reaches a free lane.
 */
public final class ClockRollbackException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  /** How far the clock is behind the current lane. */
  private final Duration behind;

  /**
   * Creates an exception.
   *
   * @param message how far the clock stepped back, and what to do
   * @param behind how far the clock is behind the current lane
   * @param retryAfter how far the clock must advance, greater than 0
   */
  public ClockRollbackException(String message, Duration behind, Duration retryAfter) {
    super(message, null, retryAfter);
    this.behind = behind;
  }

  /**
   * Returns how far the clock is behind the current lane. After several steps back, each to another
   * lane, this is roughly the last step, not their sum: earlier lanes can be much further ahead.
   *
   * @return the distance to the highest clock reading since the last step back, or to the first
   *     free tick of any lane if that is later
   */
  public Duration behind() {
    return behind;
  }
}
