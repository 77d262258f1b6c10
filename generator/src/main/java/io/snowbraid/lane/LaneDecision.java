package io.snowbraid.lane;

import java.time.Duration;

/** What {@link LaneRule} decides for one clock reading. */
public sealed interface LaneDecision {

  /** How a decision relates to the lane before. */
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
   * @param peak the lane table's peak after this decision
   */
  record UseLane(int lane, long tick, LaneDecision.LaneChange change, long peak)
      implements LaneDecision {}

  /**
   * The ids of all ticks up to the allowed lead are used up: the call has to wait for the clock.
   *
   * @param ticks how far the clock has to advance
   */
  record WaitForTick(long ticks) implements LaneDecision {}

  /**
   * Every lane is ahead of a clock that stepped back.
   *
   * @param ticks how far the clock has to advance until the first lane is free
   * @param behind by how many ticks the clock is before the lane in use: before its highest reading
   *     since ids last continued after a step back. If the first free tick is later, that tick
   *     counts instead
   */
  record AllLanesAhead(long ticks, long behind) implements LaneDecision {}

  /**
   * The lane is the right one, but the tick is beyond what is granted there.
   *
   * @param use the decision if it were granted
   */
  record GrantNeeded(LaneDecision.UseLane use) implements LaneDecision {}

  /**
   * A decision, and what was observed of the clock.
   *
   * @param decision the decision
   * @param reading the clock reading that it answers, in ticks
   * @param before the clock reading before that
   * @param jump how much further the wall clock moved than the time that passed; zero if not
   *     notable
   */
  record TimedDecision(LaneDecision decision, long reading, long before, Duration jump) {}
}
