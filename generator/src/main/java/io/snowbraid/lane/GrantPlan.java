package io.snowbraid.lane;

import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.UseLane;
import org.jspecify.annotations.Nullable;

/**
 * Plans which ticks to record next as a <em>grant</em>: the ticks that the holder may issue on. A
 * pure function of the lanes and the clock.
 *
 * <p>All lanes of the rollback number that the rule chooses are granted up to the horizon, so a
 * step back continues on another of its timelines without a call to the store. A <em>spare</em>
 * rollback number is granted with it, for when none of these is positioned at or before the
 * reading. Plans never shrink a grant.
 */
public final class GrantPlan {

  /**
   * After a crash, a spare stays recorded ahead of the clock. So one is granted only if this many
   * other rollback numbers remain for a successor.
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

  /** Returns the last tick of each lane of the layout, never less than what is recorded. */
  public long[] ticks() {
    return ticks.clone();
  }

  /** Returns how far the next id would be past everything granted; 0 if nothing is granted yet. */
  public long forwardJump() {
    return forwardJump;
  }

  /** Returns the decision if every lane is too far ahead of the clock; otherwise null. */
  public @Nullable AllLanesAhead blocked() {
    return blocked;
  }

  /** Returns the same plan, whose forward jump is 0 unless it has to be verified. */
  public GrantPlan withJump(boolean mustBeVerified) {
    return new GrantPlan(ticks, mustBeVerified ? forwardJump : 0, blocked);
  }

  /**
   * Plans the next grant.
   *
   * @param reading the clock, in ticks since the epoch
   * @param maxLead how many ticks ids may lead the clock
   * @param horizon how many ticks ahead ids are granted
   * @param lastTick the end of the layout: a reading past it plans nothing
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

  /** Returns the lane and tick that the rule chooses, granted or not; null if there is none. */
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

  /** Returns the latest other rollback number, if enough remain. A step back can also pass it. */
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
   * Returns how many other rollback numbers a successor could use at once after a crash at this
   * moment.
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
