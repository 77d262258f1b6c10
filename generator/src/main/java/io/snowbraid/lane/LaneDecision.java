package io.snowbraid.lane;

import java.time.Duration;

/** What the rule says for one reading of the clock. */
public sealed interface LaneDecision {

  /** How a choice relates to the lane before. */
  enum LaneChange {
    /** The same lane, or the lowest timeline again after a burst. */
    SAME_LANE,
    /** A higher timeline for the rest of a tick that a burst used up. */
    OVERFLOW,
    /** Another lane because the clock stepped back, or returned. */
    SWITCH
  }

  /**
   * Issue on a lane.
   *
   * @param lane the lane to issue on
   * @param tick the tick that its ids carry
   * @param change how this relates to the lane before
   * @param peak the highest clock reading from now on
   */
  record UseLane(int lane, long tick, LaneDecision.LaneChange change, long peak)
      implements LaneDecision {}

  /**
   * The ids of all ticks up to the allowed lead are used up: the clock has to run on.
   *
   * @param ticks how far it has to run
   */
  record WaitForTick(long ticks) implements LaneDecision {}

  /**
   * Every lane is ahead of a clock that stepped back.
   *
   * @param ticks how far the clock has to run until the first lane is free
   * @param behind by how many ticks it is behind the lane in use: below its highest reading since
   *     ids last went on after a step back, or below the first free tick, whichever is later
   */
  record AllLanesAhead(long ticks, long behind) implements LaneDecision {}

  /**
   * The lane is the right one, but the tick is beyond what is granted there.
   *
   * @param use what the rule would have said
   */
  record GrantNeeded(LaneDecision.UseLane use) implements LaneDecision {}

  /** The record of the worker has to be looked at first: it may be gone. */
  record RecordUnconfirmed() implements LaneDecision {}

  /**
   * A choice, and what was seen of the clock.
   *
   * @param decision what the rule said
   * @param reading the clock reading that it answers, in ticks
   * @param before the clock reading before that
   * @param jump how far the wall clock moved beyond the time that went by, zero if not notably
   * @param endsSoon whether it is time to warn of the layout's end
   */
  record TimedDecision(
      LaneDecision decision, long reading, long before, Duration jump, boolean endsSoon) {}
}
