package io.snowbraid.error;

import java.time.Instant;

/**
 * Thrown if the clock, or the lead of a burst, has passed the last tick that the layout can hold.
 *
 * <p>If the clock is wrong, the generator recovers as soon as it is right. Otherwise the layout has
 * reached its end, and a layout with a later epoch or a wider time field must replace it.
 */
public final class LayoutExhaustedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** The last instant that ids of the layout can carry. */
  private final Instant lastInstant;

  /**
   * Creates an exception.
   *
   * @param message what does not fit into the layout, and what to do
   * @param lastInstant the end of the layout
   */
  public LayoutExhaustedException(String message, Instant lastInstant) {
    super(message);
    this.lastInstant = lastInstant;
  }

  /**
   * Returns the end of the layout.
   *
   * @return the last instant that ids of the layout can carry
   */
  public Instant lastInstant() {
    return lastInstant;
  }
}
