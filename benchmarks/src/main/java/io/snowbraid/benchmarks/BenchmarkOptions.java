package io.snowbraid.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The options of the command line.
 *
 * @param quick whether to run for only a few minutes, with less precision and without the long
 *     bursts
 */
record BenchmarkOptions(boolean quick, Set<Scenario> scenarios, Path results) {

  /** How often and how long a value is measured. */
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

  /**
   * Returns the timing for latency: 10,000 calls at one per millisecond, so that ten are above the
   * last percentile shown.
   */
  Timing latency() {
    return quick ? timing(1, 2, 1_000) : timing(1, 10, 1_000);
  }

  /**
   * How many entities Hibernate stores.
   *
   * @param entities entities per round
   * @param warmups rounds before the measurement
   * @param starts starts of JVMs
   */
  record Entities(int entities, int warmups, int rounds, int starts) {}

  Entities entities() {
    return quick ? new Entities(20_000, 2, 3, 3) : new Entities(100_000, 4, 15, 15);
  }

  /**
   * How many rows are inserted into tables.
   *
   * @param rows rows inserted into an empty table, and then once more
   */
  record Keys(int rows, int rounds) {}

  Keys keys() {
    return quick ? new Keys(400_000, 1) : new Keys(2_000_000, 3);
  }

  /** Returns the timing for SQL; databases take longer to warm up. */
  Timing sql() {
    return quick ? timing(2, 3, 500) : timing(4, 5, 1_000);
  }

  /** Returns the timing for segments; the size of draws takes some seconds to settle. */
  Timing segments() {
    return quick ? timing(3, 3, 1_000) : timing(5, 5, 2_000);
  }

  /** Returns how long a load without a pause lasts. */
  Duration load() {
    return Duration.ofSeconds(quick ? 10 : 60);
  }

  /** Returns how long one of the rounds lasts in which segments are drawn. */
  Duration drawRound() {
    return Duration.ofSeconds(quick ? 2 : 5);
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
