package io.snowbraid.lane;

import static io.snowbraid.lane.LaneTable.NO_LANE;

import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.LaneChange;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.LaneDecision.WaitForTick;

/**
 * Decides which lane issues next: <em>of all lanes positioned at or before the clock reading with
 * numbers left, the one with the latest position; the lowest of equals.</em>
 *
 * <p>This is the greedy algorithm of patience sorting (Aldous and Diaconis, "Longest increasing
 * subsequences: from patience sorting to the Baik-Deift-Johansson theorem", 1999), with lanes as
 * piles and clock readings as cards. It is optimal: without bursts, a worker needs exactly as many
 * lanes as the longest strictly decreasing subsequence of its clock readings has elements.
 *
 * <p>Three refinements keep ids increasing. A small step back is treated as a stopped clock. A
 * used-up tick overflows to the next timeline of the same rollback number. When all timelines are
 * used up, ids lead the clock by a bounded number of ticks.
 */
public final class LaneRule {

  private LaneRule() {}

  /**
   * Applies the rule. A pure function that changes nothing.
   *
   * @param reading the clock reading, in ticks since the epoch; may be negative
   * @param maxLead how many ticks ids may lead the clock; a step back of up to this many ticks is
   *     treated as a stopped clock
   */
  public static LaneDecision decide(LaneTable lanes, long reading, long maxLead) {
    LaneDecision choice = choose(lanes, reading, maxLead);
    return choice instanceof UseLane use && !lanes.isGranted(use.lane(), use.tick())
        ? new GrantNeeded(use)
        : choice;
  }

  private static LaneDecision choose(LaneTable lanes, long reading, long maxLead) {
    boolean steppedBack = reading + maxLead < lanes.peak();
    long now = steppedBack ? reading : Math.max(reading, lanes.peak());
    int lane = !steppedBack && isLeading(lanes, now) ? lanes.current() : latest(lanes, now);
    if (lane == NO_LANE) {
      return leadOrFail(lanes, now, maxLead);
    }
    return lanes.lastTick(lane) < now
        ? new UseLane(lane, now, changeTo(lane, lanes), now)
        : continueTick(lanes, lane, now, maxLead);
  }

  /** Returns whether the current lane's last tick is now or later. */
  private static boolean isLeading(LaneTable lanes, long now) {
    return lanes.current() != NO_LANE && lanes.lastTick(lanes.current()) >= now;
  }

  /**
   * Returns the lane to start on: the latest one positioned at or before now, or else the one that
   * is free first.
   */
  public static int startingLane(LaneTable lanes, long now) {
    int lane = latest(lanes, now);
    return lane == NO_LANE ? nearest(lanes) : lane;
  }

  /**
   * Returns the latest lane positioned at or before now, or {@code NO_LANE}. A burst's lead does
   * not count, so a lane that led the clock is used again when the clock returns. If a burst left
   * several timelines on one tick, the lowest is returned.
   */
  private static int latest(LaneTable lanes, long now) {
    int best = NO_LANE;
    for (int lane = 0; lane < lanes.count(); lane++) {
      if (lanes.position(lane) <= now
          && (best == NO_LANE || lanes.position(lane) > lanes.position(best))) {
        best = lane;
      }
    }
    return best == NO_LANE ? NO_LANE : lowestTimelineAt(lanes, best, lanes.lastTick(best));
  }

  /**
   * Continues a lane whose last tick is now or later: finishes that tick, then overflows to higher
   * timelines, then leads the clock.
   */
  private static LaneDecision continueTick(LaneTable lanes, int lane, long now, long maxLead) {
    long tick = lanes.lastTick(lane);
    if (lanes.remaining(lane) > 0) {
      return new UseLane(lane, tick, changeTo(lane, lanes), now);
    }
    int higher = nextTimeline(lanes, lane, tick);
    if (higher != NO_LANE) {
      LaneChange change =
          changeTo(lane, lanes) == LaneChange.SAME_LANE ? LaneChange.OVERFLOW : LaneChange.SWITCH;
      return new UseLane(higher, tick, change, now);
    }
    long next = tick + 1;
    if (next - now > maxLead) {
      return new WaitForTick(next - now - maxLead);
    }
    return new UseLane(lowestTimelineAt(lanes, lane, tick), next, changeTo(lane, lanes), now);
  }

  /**
   * Returns the next higher timeline of the same rollback number that can still issue on the tick.
   */
  private static int nextTimeline(LaneTable lanes, int from, long tick) {
    int end = from - from % lanes.timelines() + lanes.timelines();
    for (int lane = from + 1; lane < end; lane++) {
      if (lanes.firstFreeTick(lane) <= tick) {
        return lane;
      }
    }
    return NO_LANE;
  }

  /**
   * Returns the timeline on which a burst began: the lowest of the same rollback number whose last
   * tick is the given one.
   */
  private static int lowestTimelineAt(LaneTable lanes, int from, long tick) {
    int lane = from - from % lanes.timelines();
    while (lanes.lastTick(lane) != tick) {
      lane++;
    }
    return lane;
  }

  /**
   * Handles the case that all lanes are ahead of now: leads on the lane that is free first, if it
   * is near enough.
   */
  private static LaneDecision leadOrFail(LaneTable lanes, long now, long maxLead) {
    int nearest = nearest(lanes);
    long tick = lanes.firstFreeTick(nearest);
    if (tick - now <= maxLead) {
      return new UseLane(nearest, tick, changeTo(nearest, lanes), now);
    }
    return new AllLanesAhead(tick - now - maxLead, Math.max(lanes.peak(), tick) - now);
  }

  private static int nearest(LaneTable lanes) {
    int nearest = 0;
    for (int lane = 1; lane < lanes.count(); lane++) {
      if (lanes.firstFreeTick(lane) < lanes.firstFreeTick(nearest)) {
        nearest = lane;
      }
    }
    return nearest;
  }

  /**
   * Classifies a change of lanes. After a burst, all timelines it used are on one tick, and
   * returning to the lowest is not a switch.
   */
  private static LaneChange changeTo(int lane, LaneTable lanes) {
    int current = lanes.current();
    boolean same =
        current == NO_LANE || lane == current || lanes.lastTick(lane) == lanes.lastTick(current);
    return same ? LaneChange.SAME_LANE : LaneChange.SWITCH;
  }
}
