package io.snowbraid;

import java.time.Duration;

/**
 * The clock stands so far behind the ids already issued that every lane is ahead of it, by more
 * than the generator may lead or wait.
 *
 * <p>The generator recovers by itself as soon as the clock shows a time that some lane has not
 * passed.
 */
public final class ClockRollbackException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** How far the clock is behind the lane in use. */
  private final Duration behind;

  /** How long the clock has to run until the first lane is free. */
  private final Duration retryAfter;

  ClockRollbackException(String message, Duration behind, Duration retryAfter) {
    super(message);
    this.behind = behind;
    this.retryAfter = retryAfter;
  }

  /**
   * Tells how far the clock is behind the lane in use. After several steps back each of which took
   * another lane, that is about the last step and not their sum: ids of earlier lanes can be much
   * further ahead.
   *
   * @return the distance down to the present reading, from the highest reading since the clock last
   *     stepped back and ids went on, or from the first tick that any lane has left, whichever is
   *     later
   */
  public Duration behind() {
    return behind;
  }

  /**
   * Tells how long the clock has to run until the first lane is free.
   *
   * @return a positive duration, measured on the generator's clock
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
