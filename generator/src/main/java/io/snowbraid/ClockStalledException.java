package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import java.time.Duration;

/**
 * Thrown if the clock does not move for a second or longer while a burst waits for the next tick.
 * It has not stepped back; it hangs.
 *
 * <p>The generator recovers by itself as soon as the clock moves.
 */
public final class ClockStalledException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** How far the clock has to advance to the next tick. */
  private final Duration retryAfter;

  ClockStalledException(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns how far the clock has to advance to the next tick.
   *
   * @return a positive duration, measured on the generator's clock
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
