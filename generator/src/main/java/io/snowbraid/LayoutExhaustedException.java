package io.snowbraid;

import java.time.Instant;

/**
 * The clock, or the lead that a burst took over it, has passed the last tick that the layout can
 * hold.
 *
 * <p>Either the clock is wrong, and the generator goes on as soon as it is right; or the layout has
 * come to its end, and ids of a layout with a later epoch or a wider time field must take over.
 */
public final class LayoutExhaustedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** The last instant that ids of the layout can carry. */
  private final Instant lastInstant;

  LayoutExhaustedException(String message, Instant lastInstant) {
    super(message);
    this.lastInstant = lastInstant;
  }

  /**
   * Tells the end of the layout.
   *
   * @return the last instant that ids of the layout can carry
   */
  public Instant lastInstant() {
    return lastInstant;
  }
}
