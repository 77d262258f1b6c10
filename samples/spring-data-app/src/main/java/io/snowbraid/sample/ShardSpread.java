package io.snowbraid.sample;

import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * How uniformly {@code id % shards} distributes ids over shards.
 *
 * @param smallest the number of ids in the smallest shard
 * @param largest the number of ids in the largest shard
 * @param chiSquarePerDegree Pearson's chi-square statistic divided by its degrees of freedom: 1 on
 *     average if each id chose its shard at random, 0 if all shards are equal
 */
record ShardSpread(long smallest, long largest, double chiSquarePerDegree) {

  /** The height of the picture, in which the largest shard reaches the top. */
  static final int HEIGHT = 200;

  static long[] counts(long[] ids, int shards) {
    long[] counts = new long[shards];
    for (long id : ids) {
      counts[(int) (id % shards)]++;
    }
    return counts;
  }

  static ShardSpread of(long[] counts) {
    LongSummaryStatistics statistics = LongStream.of(counts).summaryStatistics();
    double mean = statistics.getAverage();
    double chiSquare =
        LongStream.of(counts).mapToDouble(count -> (count - mean) * (count - mean) / mean).sum();
    return new ShardSpread(
        statistics.getMin(), statistics.getMax(), chiSquare / (counts.length - 1));
  }

  /** Draws the counts as an SVG path: a bar of width 1 for each shard. */
  static String picture(long[] counts) {
    long top = Math.max(1, LongStream.of(counts).max().orElse(1));
    StringBuilder path = new StringBuilder("M0 " + HEIGHT);
    for (long count : counts) {
      path.append('V').append(HEIGHT - count * HEIGHT / top).append("h1");
    }
    return path.append('V').append(HEIGHT).append('Z').toString();
  }
}
