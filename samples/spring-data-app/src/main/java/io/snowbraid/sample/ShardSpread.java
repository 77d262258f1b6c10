package io.snowbraid.sample;

import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * How uniformly ids are spread over shards by {@code id % shards}.
 *
 * @param smallest how many ids the emptiest shard has
 * @param largest how many ids the fullest shard has
 * @param chiSquarePerDegree Pearson's chi-square statistic divided by its degrees of freedom: 1 on
 *     average if each id chose its shard at random, 0 if all shards are alike
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

  /** A path of SVG: a bar of width 1 for each shard. */
  static String picture(long[] counts) {
    long top = Math.max(1, LongStream.of(counts).max().orElse(1));
    StringBuilder path = new StringBuilder("M0 " + HEIGHT);
    for (long count : counts) {
      path.append('V').append(HEIGHT - count * HEIGHT / top).append("h1");
    }
    return path.append('V').append(HEIGHT).append('Z').toString();
  }
}
