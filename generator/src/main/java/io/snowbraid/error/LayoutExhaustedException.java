package io.snowbraid.error;

import java.time.Instant;

/**
 * Thrown if the clock, or a burst's lead, has passed the layout's last tick.
 *
 * <p>If the clock is wrong, the generator recovers once it is corrected. Otherwise the layout has
 * ended; use one with a later epoch or a wider time field.
 */
public final class LayoutExhaustedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /** The layout's last instant. */
  private final Instant lastInstant;

  /**
   * Creates an exception.
   *
   * @param message what does not fit into the layout, and what to do
   * @param lastInstant the layout's last instant
   */
  public LayoutExhaustedException(String message, Instant lastInstant) {
    super(message);
    this.lastInstant = lastInstant;
  }

  /**
   * Returns when the layout ends.
   *
   * @return the last instant that an id can carry
   */
  public Instant lastInstant() {
    return lastInstant;
  }
}
