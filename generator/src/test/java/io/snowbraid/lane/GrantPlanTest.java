package io.snowbraid.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Tables of the plan: 4 rollback numbers of 2 lanes, a horizon of 60 ticks, an allowed lead of 5.
 */
class GrantPlanTest {

  private static final long MAX_LEAD = 5;
  private static final long HORIZON = 60;
  private static final long LAST_TICK = 1_000;

  private static LaneTable lanes(long... found) {
    return new LaneTable(found.length, 2, found);
  }

  private static LaneTable fresh(int count) {
    long[] found = new long[count];
    Arrays.fill(found, -1);
    return lanes(found);
  }

  private static GrantPlan plan(LaneTable lanes, long reading) {
    return GrantPlan.of(lanes, reading, MAX_LEAD, HORIZON, LAST_TICK);
  }

  @Test
  void spareIsGrantedWhileTwoMoreRemainUnused() {
    assertThat(plan(fresh(8), 100).ticks()).containsExactly(160, 160, 160, 160, -1, -1, -1, -1);
    assertThat(plan(fresh(6), 100).ticks()).containsExactly(160, 160, -1, -1, -1, -1);
    assertThat(plan(fresh(2), 100).ticks()).containsExactly(160, 160);
  }

  @Test
  void generationThatACrashLeftAheadIsNoSpareAndNotUnused() {
    assertThat(plan(lanes(140, 140, -1, -1, -1, -1, -1, -1), 100).ticks())
        .containsExactly(140, 140, 160, 160, -1, -1, -1, -1);
    assertThat(plan(lanes(99, 99, -1, -1, -1, -1, -1, -1), 100).ticks())
        .containsExactly(160, 160, 160, 160, -1, -1, -1, -1);
  }

  @Test
  void grantsOnlyGrow() {
    LaneTable lanes = fresh(8);
    lanes.grant(plan(lanes, 100).ticks());
    assertThat(plan(lanes, 80).ticks()).containsExactly(160, 160, 160, 160, -1, -1, -1, -1);
    assertThat(plan(lanes, 120).ticks()).containsExactly(180, 180, 180, 180, -1, -1, -1, -1);
  }

  @Test
  void horizonEndsWithTheLayout() {
    assertThat(plan(fresh(8), LAST_TICK).ticks()[0]).isEqualTo(LAST_TICK);
    assertThat(plan(fresh(8), LAST_TICK - HORIZON).ticks()[0]).isEqualTo(LAST_TICK);
    assertThat(plan(fresh(8), LAST_TICK - HORIZON - 1).ticks()[0]).isEqualTo(LAST_TICK - 1);
  }

  @Test
  void readingBeyondTheLayoutPlansNothing() {
    LaneTable lanes = fresh(8);
    lanes.grant(plan(lanes, 100).ticks());
    GrantPlan beyond = plan(lanes, LAST_TICK + 1);
    assertThat(beyond.ticks()).containsExactly(160, 160, 160, 160, -1, -1, -1, -1);
    assertThat(beyond.forwardJump()).isEqualTo(LAST_TICK + 1 - 160);
  }

  @Test
  void forwardJumpIsMeasuredFromTheFurthestGrant() {
    LaneTable lanes = fresh(8);
    assertThat(plan(lanes, 900).forwardJump()).isZero();
    lanes.grant(plan(lanes, 100).ticks());
    assertThat(plan(lanes, 160).forwardJump()).isZero();
    assertThat(plan(lanes, 161).forwardJump()).isEqualTo(1);
    assertThat(plan(lanes, 161).withJump(false).forwardJump()).isZero();
  }

  @Test
  void clockBeforeAllLanesIsTold() {
    GrantPlan plan = plan(lanes(500, 500), 100);
    assertThat(plan.blocked()).isEqualTo(new AllLanesAhead(501 - 100 - MAX_LEAD, 401));
    assertThat(plan.ticks()).containsExactly(500, 500);
  }
}
