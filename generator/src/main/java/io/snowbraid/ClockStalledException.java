package io.snowbraid;

import java.time.Duration;

/**
 * The clock did not move while a burst waited for its next tick, for a second and longer. It has
 * not stepped back; its source hangs.
 *
 * <p>The generator recovers by itself as soon as the clock moves.
 */
public final class ClockStalledException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** How long the clock has to run until the next tick. */
  private final Duration retryAfter;

  ClockStalledException(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /**
   * Tells how long the clock has to run until the next tick.
   *
   * @return a positive duration, measured on the generator's clock
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
