package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many ids are drawn. */
class BlockPlanTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0, 100, 1", // nothing issued: never less than one
    "1, 1, 50, 2",
    "8, 8, 100, 8", // lasts as long as it should
    "8, 8, 10, 16", // at most twice
    "8, 8, 80, 10",
    "8, 8, 400, 4", // at least half
    "9, 0, 400, 5",
    "10000, 1000000, 1, 20000",
  })
  void sizeFollowsTheRate(int size, long issued, long elapsed, int expected) {
    assertThat(BlockPlan.next(size, 100, issued, elapsed)).isEqualTo(expected);
  }

  @Test
  void firstBlockHasOneIdAndNoneHasMoreThanTheLimit() {
    BlockPlan plan = new BlockPlan(1_000_000_000, 100, 30);
    assertThat(plan.size(0, 0, 0)).isEqualTo(1);
    assertThat(plan.size(1, 1_000, 5)).isEqualTo(5);
    assertThat(plan.size(2, 2_000, 1_000_000)).isEqualTo(10_000);
    assertThat(plan.size(3, 1_000_000, 0)).isEqualTo(10_000);
  }

  @Test
  void blockHasAtMostAHundredRequests() {
    assertThat(new BlockPlan(1, 3, 30).size(0, 0, 10_000)).isEqualTo(300);
  }

  @Test
  void requestsOfABlockFitIntoTheBuffersOfASocket() {
    assertThat(new BlockPlan(1, 10, 1_000).size(0, 0, 10_000)).isEqualTo(160);
    assertThat(new BlockPlan(1, 10, 100_000).size(0, 0, 10_000)).isEqualTo(10);
  }

  @Test
  void twoDrawsInOneNanosecondAreNoFailure() {
    BlockPlan plan = new BlockPlan(1, 100, 30);
    assertThat(plan.size(7, 0, 0)).isEqualTo(1);
    assertThat(plan.size(7, 1, 0)).isEqualTo(1);
  }
}
