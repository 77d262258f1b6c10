package io.snowbraid.lane;

import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.UseLane;
import org.jspecify.annotations.Nullable;

/**
 * Plans the next <em>grant</em>: the last tick that may be issued on each lane. A pure function of
 * the lanes and the clock reading.
 *
 * <p>All lanes of the rollback number that the rule chooses are granted up to the horizon, so that
 * a step back continues on another timeline without a store call. A <em>spare</em> rollback number
 * is granted too, for a step back behind all these timelines. A plan never shrinks a grant.
 */
public final class GrantPlan {

  /**
   * After a crash, a spare stays granted ahead of the clock. It is therefore granted only if at
   * least this many other rollback numbers remain for the successor.
   */
  private static final int MIN_UNUSED = 2;

  private final long[] ticks;
  private final long forwardJump;
  private final @Nullable AllLanesAhead blocked;

  private GrantPlan(long[] ticks, long forwardJump, @Nullable AllLanesAhead blocked) {
    this.ticks = ticks;
    this.forwardJump = forwardJump;
    this.blocked = blocked;
  }

  /** Returns the last granted tick of each lane of the layout, never less than recorded. */
  public long[] ticks() {
    return ticks.clone();
  }

  /** Returns how many ticks the next id is past every grant; 0 if nothing is granted yet. */
  public long forwardJump() {
    return forwardJump;
  }

  /** Returns the decision if every lane is too far ahead of the clock; otherwise null. */
  public @Nullable AllLanesAhead blocked() {
    return blocked;
  }

  /** Returns this plan, with a forward jump of 0 unless the jump must be verified. */
  public GrantPlan withJump(boolean mustBeVerified) {
    return new GrantPlan(ticks, mustBeVerified ? forwardJump : 0, blocked);
  }

  /**
   * Plans the next grant.
   *
   * @param reading the clock reading, in ticks since the epoch
   * @param maxLead how many ticks ids may lead the clock
   * @param horizon how many ticks a grant reaches beyond the next id
   * @param lastTick the layout's last tick; a reading past it extends nothing
   */
  public static GrantPlan of(
      LaneTable lanes, long reading, long maxLead, long horizon, long lastTick) {
    LaneDecision decision = LaneRule.decide(lanes, reading, maxLead);
    UseLane next = nextUse(decision);
    long[] ticks = lanes.recorded();
    if (next == null) {
      return new GrantPlan(ticks, 0, decision instanceof AllLanesAhead blocked ? blocked : null);
    }
    if (next.tick() <= lastTick) {
      long until = Math.min(next.tick() + horizon, lastTick);
      grow(ticks, lanes, next.lane(), until);
      int spare = spare(lanes, next.lane() / lanes.timelines(), reading);
      if (spare != LaneTable.NO_LANE) {
        grow(ticks, lanes, spare * lanes.timelines(), until);
      }
    }
    return new GrantPlan(ticks, forwardJump(lanes, next.tick()), null);
  }

  /** Returns the lane and tick that the rule chooses, granted or not; null if it chooses none. */
  public static @Nullable UseLane nextUse(LaneDecision decision) {
    return decision instanceof GrantNeeded grantNeeded
        ? grantNeeded.use()
        : decision instanceof UseLane next ? next : null;
  }

  private static void grow(long[] ticks, LaneTable lanes, int lane, long until) {
    int first = lane - lane % lanes.timelines();
    for (int i = first; i < Math.min(first + lanes.timelines(), lanes.count()); i++) {
      ticks[i] = Math.max(ticks[i], until);
    }
  }

  /**
   * Returns the rollback number to grant as a spare: the latest other one that is positioned before
   * now, if enough remain. A step back may still go behind it.
   */
  private static int spare(LaneTable lanes, int used, long now) {
    int spare = LaneTable.NO_LANE;
    for (int rollback = 0; rollback < lanes.rollbacks(); rollback++) {
      if (rollback != used
          && lanes.isBefore(rollback, now)
          && (spare == LaneTable.NO_LANE
              || lanes.latestPosition(rollback) > lanes.latestPosition(spare))) {
        spare = rollback;
      }
    }
    return unused(lanes, used, spare, now) < MIN_UNUSED ? LaneTable.NO_LANE : spare;
  }

  /**
   * Returns how many other rollback numbers a successor could use at once if this process crashed
   * now.
   */
  private static int unused(LaneTable lanes, int used, int spare, long now) {
    int unused = 0;
    for (int rollback = 0; rollback < lanes.rollbacks(); rollback++) {
      if (rollback != used && rollback != spare && lanes.isUnusedSince(rollback, now)) {
        unused++;
      }
    }
    return unused;
  }

  private static long forwardJump(LaneTable lanes, long tick) {
    if (!lanes.isGranted()) {
      return 0;
    }
    long furthest = Long.MIN_VALUE;
    for (int lane = 0; lane < lanes.count(); lane++) {
      furthest = Math.max(furthest, lanes.grantedTick(lane));
    }
    return Math.max(0, tick - furthest);
  }
}
