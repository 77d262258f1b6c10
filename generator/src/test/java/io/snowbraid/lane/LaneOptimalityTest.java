package io.snowbraid.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.lane.LaneDecision.UseLane;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without bursts, a worker needs as many lanes as the longest strictly falling chain of its clock's
 * readings is long.
 */
@Tag("seeds")
class LaneOptimalityTest {

  private static final int LANES = 64;

  private interface Rule {
    int lane(LaneTable lanes, long reading);
  }

  private static final Rule OURS =
      (lanes, reading) -> ((UseLane) LaneRule.decide(lanes, reading, 0)).lane();

  /**
   * A plausible rule that is not optimal: stay on the lane while possible, otherwise take the first
   * free one.
   */
  private static final Rule FIRST_FREE =
      (lanes, reading) -> {
        int lane = Math.max(0, lanes.current());
        if (lanes.lastTick(lane) <= reading) {
          return lane;
        }
        lane = 0;
        while (lanes.lastTick(lane) > reading) {
          lane++;
        }
        return lane;
      };

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#many")
  void ruleUsesNoLaneTooMany(long seed) {
    requireOptimal(OURS, clock(seed));
  }

  @Test
  void checkerRejectsARuleThatTakesAnyFreeLane() {
    long[] clock = {10, 30, 20, 31, 25, 15};
    requireOptimal(OURS, clock);
    assertThatThrownBy(() -> requireOptimal(FIRST_FREE, clock)).isInstanceOf(AssertionError.class);
  }

  @Test
  void clockThatSwingsForEverUsesTwoLanes() {
    long[] swing = new long[10_000];
    Arrays.setAll(swing, i -> (i % 2 == 0 ? 1_000_000 : 0) + i);
    assertThat(lanesUsed(OURS, swing)).isEqualTo(2);
  }

  private static void requireOptimal(Rule rule, long[] clock) {
    assertThat(lanesUsed(rule, clock))
        .as("lanes used for the clock %s", Arrays.toString(clock))
        .isEqualTo(longestFallingChain(clock));
  }

  private static int lanesUsed(Rule rule, long[] clock) {
    LaneTable lanes = GrantedLanes.of(LANES, 1);
    Set<Integer> used = new HashSet<>();
    for (long reading : clock) {
      int lane = rule.lane(lanes, reading);
      if (reading == lanes.lastTick(lane)) {
        lanes.resume(lane, reading);
      } else {
        lanes.enter(new SequenceBlock(lane, reading, 0, 0, Integer.MAX_VALUE, 0), reading);
      }
      used.add(lane);
    }
    return used.size();
  }

  private static int longestFallingChain(long[] clock) {
    int[] chain = new int[clock.length];
    for (int i = 0; i < clock.length; i++) {
      chain[i] = 1;
      for (int j = 0; j < i; j++) {
        if (clock[j] > clock[i]) {
          chain[i] = Math.max(chain[i], chain[j] + 1);
        }
      }
    }
    return Arrays.stream(chain).max().orElse(0);
  }

  private static long[] clock(long seed) {
    Random random = new Random(seed);
    long[] clock = new long[2 + random.nextInt(200)];
    long now = 10_000;
    for (int i = 0; i < clock.length; i++) {
      now = Math.max(0, now + (random.nextInt(8) == 0 ? random.nextInt(2_000) - 1_000 : 5));
      clock[i] = now;
    }
    return clock;
  }
}
