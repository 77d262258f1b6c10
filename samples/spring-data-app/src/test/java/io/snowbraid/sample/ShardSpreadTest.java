package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShardSpreadTest {

  private static ShardSpread spread(long[] ids, int shards) {
    return ShardSpread.of(ShardSpread.counts(ids, shards));
  }

  @Test
  void pictureHasBarForEachShardAndTheLargestReachesTheTop() {
    assertThat(ShardSpread.picture(new long[] {2, 4, 0})).isEqualTo("M0 200V100h1V0h1V200h1V200Z");
  }

  @Test
  void equalShardsHaveNoChiSquare() {
    assertThat(spread(LongStream.range(0, 4_096).toArray(), 1024))
        .isEqualTo(new ShardSpread(4, 4, 0));
  }

  @Test
  void emptyShardsCount() {
    long[] even = LongStream.range(0, 2_048).map(i -> 2 * i).toArray();
    assertThat(spread(even, 1024)).isEqualTo(new ShardSpread(0, 4, 2_048 / 1023.0));
  }

  @Test
  void chiSquareFollowsItsDefinition() {
    // 2 expected in each of 2 shards, 3 and 1 found: (1 + 1) / 2, one degree of freedom
    assertThat(spread(new long[] {0, 2, 4, 1}, 2)).isEqualTo(new ShardSpread(1, 3, 1));
  }
}
