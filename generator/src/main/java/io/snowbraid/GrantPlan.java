package io.snowbraid;

import io.snowbraid.LaneDecision.AllLanesAhead;
import io.snowbraid.LaneDecision.GrantNeeded;
import io.snowbraid.LaneDecision.UseLane;
import org.jspecify.annotations.Nullable;

/**
 * What to record next. A pure function of the lanes and the clock.
 *
 * <p>The rollback generation of the lane that the rule names may go on up to the horizon. A spare
 * generation is granted with it, so that a large step back finds its lane granted, without a call
 * of the store. Grants only grow: what was granted once stays so until the worker is given back.
 */
final class GrantPlan {

  /** A crash makes a spare unusable for a while: so many generations have to remain for it. */
  private static final int LEAST_UNUSED = 2;

  private final long[] ticks;
  private final long leap;
  private final @Nullable AllLanesAhead blocked;

  private GrantPlan(long[] ticks, long leap, @Nullable AllLanesAhead blocked) {
    this.ticks = ticks;
    this.leap = leap;
    this.blocked = blocked;
  }

  /** For each lane of the layout the last tick, never less than what is recorded. */
  long[] ticks() {
    return ticks.clone();
  }

  /** How far the next id would lie past all that is granted; 0 if nothing is granted yet. */
  long leap() {
    return leap;
  }

  /** Set if every lane is too far ahead of the clock. */
  @Nullable AllLanesAhead blocked() {
    return blocked;
  }

  /** The same plan; the leap is 0 unless it is in question. */
  GrantPlan questioned(boolean isInQuestion) {
    return new GrantPlan(ticks, isInQuestion ? leap : 0, blocked);
  }

  /**
   * Plans.
   *
   * @param reading the clock, in ticks since the epoch
   * @param maxLead how many ticks ids may run ahead of the clock
   * @param horizon for how many ticks ahead ids are granted
   * @param lastTick the end of the layout: a reading past it plans nothing
   */
  static GrantPlan of(LaneTable lanes, long reading, long maxLead, long horizon, long lastTick) {
    LaneDecision choice = LaneRule.choose(lanes, reading, maxLead);
    UseLane next = named(choice);
    long[] ticks = lanes.recorded();
    if (next == null) {
      return new GrantPlan(ticks, 0, choice instanceof AllLanesAhead blocked ? blocked : null);
    }
    if (next.tick() <= lastTick) {
      long until = Math.min(next.tick() + horizon, lastTick);
      grow(ticks, lanes, next.lane(), until);
      int spare = spare(lanes, next.lane() / lanes.timelines(), reading);
      if (spare != LaneTable.NONE) {
        grow(ticks, lanes, spare * lanes.timelines(), until);
      }
    }
    return new GrantPlan(ticks, leap(lanes, next.tick()), null);
  }

  /** What the rule names, granted or not; null if there is nothing. */
  static @Nullable UseLane named(LaneDecision choice) {
    return choice instanceof GrantNeeded ungranted
        ? ungranted.issue()
        : choice instanceof UseLane issue ? issue : null;
  }

  private static void grow(long[] ticks, LaneTable lanes, int lane, long until) {
    int first = lane - lane % lanes.timelines();
    for (int i = first; i < Math.min(first + lanes.timelines(), lanes.count()); i++) {
      ticks[i] = Math.max(ticks[i], until);
    }
  }

  /** The generation that the rule would turn to if the clock stepped back, if it can be spared. */
  private static int spare(LaneTable lanes, int used, long now) {
    int spare = LaneTable.NONE;
    for (int generation = 0; generation < lanes.generations(); generation++) {
      if (generation != used
          && lanes.standsBefore(generation, now)
          && (spare == LaneTable.NONE || lanes.latest(generation) > lanes.latest(spare))) {
        spare = generation;
      }
    }
    return unused(lanes, used, spare, now) < LEAST_UNUSED ? LaneTable.NONE : spare;
  }

  /** How many other generations a successor could use at once, after a crash at this moment. */
  private static int unused(LaneTable lanes, int used, int spare, long now) {
    int unused = 0;
    for (int generation = 0; generation < lanes.generations(); generation++) {
      if (generation != used && generation != spare && lanes.isRecordedBefore(generation, now)) {
        unused++;
      }
    }
    return unused;
  }

  private static long leap(LaneTable lanes, long tick) {
    if (!lanes.isGranted()) {
      return 0;
    }
    long furthest = Long.MIN_VALUE;
    for (int lane = 0; lane < lanes.count(); lane++) {
      furthest = Math.max(furthest, lanes.horizon(lane));
    }
    return Math.max(0, tick - furthest);
  }
}
