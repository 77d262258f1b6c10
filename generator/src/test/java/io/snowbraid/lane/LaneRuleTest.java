package io.snowbraid.lane;

import static io.snowbraid.lane.LaneDecision.LaneChange.OVERFLOW;
import static io.snowbraid.lane.LaneDecision.LaneChange.SAME_LANE;
import static io.snowbraid.lane.LaneDecision.LaneChange.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.LaneDecision.WaitForTick;
import org.junit.jupiter.api.Test;

/**
 * Tables of the rule: 2 rollback numbers of 3 timelines, 10 ids per tick, an allowed lead of 5
 * ticks.
 */
class LaneRuleTest {

  private static final int SEQUENCES = 10;
  private static final long MAX_LEAD = 5;

  private final LaneTable lanes = GrantedLanes.of(6, 3);

  /** Makes a lane the current one, on a tick with some numbers left. */
  private void stand(int lane, long tick, int room) {
    stand(lane, tick, room, tick);
  }

  /** Does the same, with a clock whose highest reading is not the lane's tick. */
  private void stand(int lane, long tick, int room, long peak) {
    lanes.enter(new SequenceBlock(lane, tick, 0, SEQUENCES - room, SEQUENCES, 0), peak);
  }

  private LaneDecision at(long reading) {
    return LaneRule.decide(lanes, reading, MAX_LEAD);
  }

  @Test
  void firstIdGoesToTheLowestLane() {
    assertThat(at(0)).isEqualTo(new UseLane(0, 0, SAME_LANE, 0));
    assertThat(at(100)).isEqualTo(new UseLane(0, 100, SAME_LANE, 100));
  }

  @Test
  void clockThatRunsOnStaysOnItsLane() {
    stand(1, 100, 3);
    assertThat(at(101)).isEqualTo(new UseLane(1, 101, SAME_LANE, 101));
    assertThat(at(1_000_000)).isEqualTo(new UseLane(1, 1_000_000, SAME_LANE, 1_000_000));
  }

  @Test
  void sameTickGoesOnWhileThereIsRoom() {
    stand(0, 100, 1);
    assertThat(at(100)).isEqualTo(new UseLane(0, 100, SAME_LANE, 100));
  }

  @Test
  void stepBackWithinTheLeadCountsAsAClockThatStandsStill() {
    stand(0, 100, 3);
    assertThat(at(95)).isEqualTo(new UseLane(0, 100, SAME_LANE, 100));
  }

  @Test
  void stepBackBeyondTheLeadTakesTheLowestUnusedLane() {
    stand(0, 100, 3);
    assertThat(at(94)).isEqualTo(new UseLane(1, 94, SWITCH, 94));
  }

  @Test
  void latestLaneThatIsNotPastNowWins() {
    stand(2, 300, 3);
    stand(0, 100, 3);
    stand(3, 50, 3);
    stand(1, 40, 3);
    assertThat(at(99)).isEqualTo(new UseLane(3, 99, SWITCH, 99));
    assertThat(at(101)).isEqualTo(new UseLane(0, 101, SWITCH, 101));
    assertThat(at(299)).isEqualTo(new UseLane(0, 299, SWITCH, 299));
    assertThat(at(301)).isEqualTo(new UseLane(2, 301, SWITCH, 301));
  }

  @Test
  void returningToTheVeryTickGoesOnIfThereIsRoom() {
    stand(0, 100, 3);
    stand(1, 50, 3);
    assertThat(at(100)).isEqualTo(new UseLane(0, 100, SWITCH, 100));
  }

  @Test
  void returningToAFullTickFinishesItOnTheNextTimeline() {
    stand(0, 100, 0);
    stand(1, 50, 3);
    assertThat(at(100)).isEqualTo(new UseLane(1, 100, SWITCH, 100));
  }

  @Test
  void laneOfABurstIsTakenAgainThoughItLeads() {
    stand(0, 104, 3, 100);
    stand(1, 50, 3);
    assertThat(at(99)).isEqualTo(new UseLane(1, 99, SAME_LANE, 99));
    assertThat(at(100)).isEqualTo(new UseLane(0, 104, SWITCH, 100));
    assertThat(at(103)).isEqualTo(new UseLane(0, 104, SWITCH, 103));
    assertThat(at(105)).isEqualTo(new UseLane(0, 105, SWITCH, 105));
  }

  @Test
  void returnToAFullLeadingLaneOverflowsThenLeadsThenWaits() {
    stand(0, 104, 0, 100);
    stand(3, 50, 3);
    assertThat(at(100)).isEqualTo(new UseLane(1, 104, SWITCH, 100));
    stand(1, 104, 0, 100);
    stand(2, 104, 0, 100);
    stand(3, 51, 3);
    assertThat(at(100)).isEqualTo(new UseLane(0, 105, SWITCH, 100));
    stand(0, 105, 0, 100);
    stand(1, 105, 0, 100);
    stand(2, 105, 0, 100);
    stand(3, 52, 3);
    assertThat(at(100)).isEqualTo(new WaitForTick(1));
  }

  @Test
  void tickAfterAnOverflowStartsOnTheLowestTimelineAlthoughTheOthersCameLater() {
    stand(0, 104, 0, 100);
    stand(1, 104, 0, 101);
    stand(2, 104, 3, 102);
    assertThat(at(105)).isEqualTo(new UseLane(0, 105, SAME_LANE, 105));
    assertThat(at(90)).isEqualTo(new UseLane(3, 90, SWITCH, 90));
  }

  @Test
  void burstOfALaterGenerationStaysInsideIt() {
    stand(3, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(4, 100, OVERFLOW, 100));
    stand(4, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(5, 100, OVERFLOW, 100));
    stand(5, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(3, 101, SAME_LANE, 100));
  }

  @Test
  void overflowUsesATimelineOnTheTickWithNumbersLeft() {
    stand(1, 100, 1);
    stand(0, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(1, 100, OVERFLOW, 100));
  }

  @Test
  void overflowSkipsATimelineThatIsFullOnTheTick() {
    stand(1, 100, 0);
    stand(0, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(2, 100, OVERFLOW, 100));
  }

  @Test
  void overflowUsesATimelineWhoseFullTickIsJustBefore() {
    stand(1, 99, 0);
    stand(0, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(1, 100, OVERFLOW, 100));
  }

  @Test
  void amongEqualsTheLowestLaneWins() {
    stand(2, 100, 0);
    stand(1, 100, 0);
    assertThat(at(101)).isEqualTo(new UseLane(1, 101, SAME_LANE, 101));
  }

  @Test
  void usedUpTickOverflowsToTheNextHigherTimeline() {
    stand(0, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(1, 100, OVERFLOW, 100));
  }

  @Test
  void overflowSkipsTimelinesThatAreAhead() {
    stand(1, 5_000, 3);
    stand(0, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(2, 100, OVERFLOW, 100));
  }

  @Test
  void burstNeverOverflowsToAnotherRollbackNumber() {
    stand(0, 100, 0);
    stand(1, 100, 0);
    stand(2, 100, 0);
    assertThat(at(100)).isEqualTo(new UseLane(0, 101, SAME_LANE, 100));
  }

  @Test
  void burstLeadsUpToTheBoundAndThenPaces() {
    stand(0, 104, 0, 100);
    stand(1, 104, 0, 100);
    stand(2, 104, 0, 100);
    assertThat(at(100)).isEqualTo(new UseLane(0, 105, SAME_LANE, 100));
    stand(0, 105, 0, 100);
    stand(1, 105, 0, 100);
    stand(2, 105, 0, 100);
    assertThat(at(100)).isEqualTo(new WaitForTick(1));
    assertThat(at(101)).isEqualTo(new UseLane(0, 106, SAME_LANE, 101));
  }

  @Test
  void smallStepBackDuringABurstKeepsItsLane() {
    stand(0, 104, 1, 100);
    assertThat(at(95)).isEqualTo(new UseLane(0, 104, SAME_LANE, 100));
    assertThat(at(94)).isEqualTo(new UseLane(1, 94, SWITCH, 94));
  }

  @Test
  void nextGenerationFollowsWhenAllTimelinesAreAhead() {
    stand(0, 300, 3);
    stand(1, 200, 3);
    stand(2, 100, 3);
    assertThat(at(50)).isEqualTo(new UseLane(3, 50, SWITCH, 50));
  }

  @Test
  void nearestLaneLeadsWhenAllAreAheadByLittle() {
    for (int lane = 0; lane < 6; lane++) {
      stand(lane, 1_000 - 100 * lane, 3);
    }
    assertThat(at(495)).isEqualTo(new UseLane(5, 500, SAME_LANE, 500));
    assertThat(at(494)).isEqualTo(new AllLanesAhead(1, 6));
    lanes.block(5).getAndAdd(3);
    assertThat(at(495)).isEqualTo(new UseLane(5, 501, SAME_LANE, 500));
    assertThat(at(494)).isEqualTo(new AllLanesAhead(2, 7));
  }

  @Test
  void clockBeforeAllLanesBlocks() {
    for (int lane = 0; lane < 6; lane++) {
      stand(lane, 1_000 - 100 * lane, 3);
    }
    stand(0, 1_100, 3);
    assertThat(at(300)).isEqualTo(new AllLanesAhead(200 - MAX_LEAD, 800));
  }

  @Test
  void clockBeforeTheEpochBlocksUntilTickZero() {
    assertThat(at(-5)).isEqualTo(new UseLane(0, 0, SAME_LANE, -5));
    assertThat(at(-6)).isEqualTo(new AllLanesAhead(1, 6));
  }

  @Test
  void lanesOfAnotherWorkerGoOnAfterThoseOfTheOneBefore() {
    stand(1, 104, 3, 100);
    LaneTable others = GrantedLanes.of(6, 3);
    others.continueAfter(lanes, 0);
    assertThat(LaneRule.decide(others, 100, MAX_LEAD))
        .isEqualTo(new UseLane(0, 105, SAME_LANE, 100));
    assertThat(LaneRule.decide(others, 99, MAX_LEAD))
        .isEqualTo(new UseLane(0, 105, SAME_LANE, 100));
    assertThat(LaneRule.decide(others, 98, MAX_LEAD))
        .isEqualTo(new UseLane(0, 105, SAME_LANE, 100));
    assertThat(LaneRule.decide(others, 106, MAX_LEAD))
        .isEqualTo(new UseLane(0, 106, SAME_LANE, 106));
  }

  @Test
  void lanesThatFollowedWithoutAnIdHandOnWhatTheyFollowed() {
    stand(1, 104, 3, 100);
    LaneTable second = GrantedLanes.of(6, 3);
    second.continueAfter(lanes, 0);
    LaneTable third = GrantedLanes.of(6, 3);
    third.continueAfter(second, 3);
    assertThat(LaneRule.decide(third, 98, MAX_LEAD)).isEqualTo(new UseLane(3, 105, SAME_LANE, 100));
  }

  @Test
  void lanesThatFollowLeaveTheOtherGenerationsAsTheyWere() {
    stand(1, 104, 3, 100);
    LaneTable others = GrantedLanes.of(6, 3);
    others.continueAfter(lanes, 3);
    assertThat(others.lastTicks()).containsExactly(-1, -1, -1, 104, 104, 104);
  }

  @Test
  void laneEntersATickOnlyOnce() {
    stand(0, 100, 0);
    assertThatIllegalStateException()
        .isThrownBy(() -> stand(0, 100, 3))
        .withMessage("a lane passes a tick only once: lane=0, lastTick=100, tick=100");
  }
}
