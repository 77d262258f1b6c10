package io.snowbraid.lane;

import java.time.Duration;

/** The decision of {@link LaneRule} for one clock reading. */
public sealed interface LaneDecision {

  /** How the chosen lane relates to the previous one. */
  enum LaneChange {
    /** The same lane, or the lowest timeline again after a burst. */
    SAME_LANE,
    /** A higher timeline, for the rest of a tick that a burst used up on the previous one. */
    OVERFLOW,
    /** Another lane, because the clock stepped back or returned. */
    SWITCH
  }

  /**
   * Use this lane.
   *
   * @param lane the lane
   * @param tick the tick of its ids
   * @param change how the lane relates to the previous one
   * @param peak the lane table's peak after this decision
   */
  record UseLane(int lane, long tick, LaneDecision.LaneChange change, long peak)
      implements LaneDecision {}

  /**
   * Wait for the clock: all ticks up to {@code maxLead} are used up.
   *
   * @param ticks how far the clock must advance
   */
  record WaitForTick(long ticks) implements LaneDecision {}

  /**
   * Every lane is ahead of the clock, which stepped back.
   *
   * @param ticks how far the clock must advance until the first lane is free
   * @param behind how many ticks the clock is behind the current lane: behind the lane's peak, or
   *     behind the first free tick of any lane if that is later
   */
  record AllLanesAhead(long ticks, long behind) implements LaneDecision {}

  /**
   * Get a grant first: the lane is chosen, but the tick is not granted.
   *
   * @param use the decision once the tick is granted
   */
  record GrantNeeded(LaneDecision.UseLane use) implements LaneDecision {}

  /**
   * A decision with its clock reading.
   *
   * @param decision the decision
   * @param reading the clock reading, in ticks
   * @param before the previous clock reading, in ticks
   * @param jump how much further the wall clock moved than the monotonic clock; zero if not notable
   */
  record TimedDecision(LaneDecision decision, long reading, long before, Duration jump) {}
}
