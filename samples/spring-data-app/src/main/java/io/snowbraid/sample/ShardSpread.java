package io.snowbraid.sample;

import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * How evenly ids are spread over shards by {@code id % shards}.
 *
 * @param smallest how many ids the emptiest shard has
 * @param largest how many ids the fullest shard has
 * @param chiSquarePerDegree Pearson's chi-square statistic divided by its degrees of freedom: 1 on
 *     average if each id chose its shard at random, 0 if all shards are alike
 */
record ShardSpread(long smallest, long largest, double chiSquarePerDegree) {

  static ShardSpread of(long[] ids, int shards) {
    long[] counts = new long[shards];
    for (long id : ids) {
      counts[(int) (id % shards)]++;
    }
    LongSummaryStatistics statistics = LongStream.of(counts).summaryStatistics();
    double mean = statistics.getAverage();
    double chiSquare =
        LongStream.of(counts).mapToDouble(count -> (count - mean) * (count - mean) / mean).sum();
    return new ShardSpread(statistics.getMin(), statistics.getMax(), chiSquare / (shards - 1));
  }
}
