package io.snowbraid.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What the command line asks for.
 *
 * @param quick whether to give up precision, and the long bursts, for a run of a few minutes
 */
record BenchmarkOptions(boolean quick, Set<Scenario> scenarios, Path results) {

  /** How often and how long a figure is measured. */
  record Timing(int warmups, int iterations, TimeValue time) {
    @Override
    public String toString() {
      return warmups
          + " + "
          + iterations
          + " iterations of "
          + time.convertTo(TimeUnit.MILLISECONDS)
          + " ms";
    }
  }

  static BenchmarkOptions fromSystem() {
    return new BenchmarkOptions(
        Boolean.getBoolean("quick"),
        Scenario.parse(System.getProperty("scenarios", "")),
        Path.of(System.getProperty("results", "results.md")));
  }

  Timing bursts() {
    return quick ? timing(3, 3, 120) : timing(3, 5, 400);
  }

  Timing sustained() {
    return quick ? timing(1, 3, 200) : timing(1, 4, 1_000);
  }

  /** 10,000 ids at one a millisecond, so that ten are beyond the last percentile shown. */
  Timing latency() {
    return quick ? timing(1, 2, 1_000) : timing(1, 10, 1_000);
  }

  /**
   * How much is stored with Hibernate.
   *
   * @param entities at once
   * @param warmups rounds that are not counted
   * @param starts of JVMs
   */
  record Entities(int entities, int warmups, int rounds, int starts) {}

  Entities entities() {
    return quick ? new Entities(20_000, 2, 3, 3) : new Entities(100_000, 4, 15, 15);
  }

  /**
   * How many rows tables are filled with.
   *
   * @param rows in an empty table, and then again
   */
  record Keys(int rows, int rounds) {}

  Keys keys() {
    return quick ? new Keys(400_000, 1) : new Keys(2_000_000, 3);
  }

  /** Databases take longer to warm up. */
  Timing sql() {
    return quick ? timing(2, 3, 500) : timing(4, 5, 1_000);
  }

  private static Timing timing(int warmups, int iterations, int millis) {
    return new Timing(warmups, iterations, TimeValue.milliseconds(millis));
  }

  List<Integer> burstLengths() {
    return quick
        ? List.of(BurstBenchmark.SHORT)
        : List.of(BurstBenchmark.SHORT, BurstBenchmark.LONG);
  }

  List<Integer> threadCounts() {
    return quick ? List.of(1, 2, 8, 64) : List.of(1, 2, 4, 8, 16, 32, 64);
  }

  List<Integer> bulkSizes() {
    return quick ? List.of(1, 100, 10_000) : List.of(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000);
  }
}
