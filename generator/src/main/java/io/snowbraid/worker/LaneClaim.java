package io.snowbraid.worker;

/**
 * A claim: the right to one lane of a reserved worker, on all ticks and for ever. No other holder
 * ever gets the lane, and no generator ever leases the worker, so there is nothing to extend or to
 * release.
 *
 * @param worker the worker, which was never held by a generator
 * @param lane the lane: the rollback number times the timelines of the layout, plus the timeline
 */
public record LaneClaim(int worker, int lane) {

  /** What a record says instead of the last tick of a claimed lane. */
  public static final long ALL_TICKS = Long.MAX_VALUE;

  /** The owner of reserved workers in records, for people. */
  public static final String OWNER = "ids for the past";

  /**
   * Checks a claim.
   *
   * @param worker at least 0
   * @param lane at least 0
   * @throws IllegalArgumentException if a number is negative
   */
  public LaneClaim {
    if (worker < 0 || lane < 0) {
      throw new IllegalArgumentException(
          "worker and lane must be >= 0: worker=" + worker + ", lane=" + lane);
    }
  }
}
