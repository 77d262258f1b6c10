package io.snowbraid;

import java.time.Duration;

/**
 * Thrown if the clock does not move for a second or longer while a burst waits for the next tick.
 * It has not stepped back; it hangs. {@link #retryAfter} is how far it has to advance to that tick.
 *
 * <p>The generator recovers by itself as soon as the clock moves.
 */
public final class ClockStalledException extends IdsUnavailableException {

  private static final long serialVersionUID = 1L;

  ClockStalledException(String message, Duration retryAfter) {
    super(message, null, retryAfter);
  }
}
