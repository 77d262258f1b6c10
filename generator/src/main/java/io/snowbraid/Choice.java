package io.snowbraid;

/** What the rule says for one reading of the clock. */
sealed interface Choice {

  /**
   * Issue on a lane.
   *
   * @param lane the lane to issue on
   * @param tick the tick that its ids carry
   * @param spill whether a burst that used up this tick on a lower timeline goes on here
   * @param peak the highest clock reading from now on
   */
  record Issue(int lane, long tick, boolean spill, long peak) implements Choice {}

  /**
   * The ids of all ticks up to the allowed lead are used up: the clock has to run on.
   *
   * @param ticks how far it has to run
   */
  record Pace(long ticks) implements Choice {}

  /**
   * Every lane is ahead of a clock that stepped back.
   *
   * @param ticks how far the clock has to run until the first lane is free
   * @param behind by how many ticks it stands below its highest reading
   */
  record Blocked(long ticks, long behind) implements Choice {}
}
