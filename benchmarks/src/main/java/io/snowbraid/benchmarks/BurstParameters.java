package io.snowbraid.benchmarks;

import java.util.Locale;
import java.util.Map;

/**
 * The parameters of one {@link BurstBenchmark}.
 *
 * @param bulk the number of ids per bulk call; 0 for single calls
 */
record BurstParameters(
    BenchmarkedGenerator entrant, int ids, int threads, ThreadKind kind, int bulk) {

  Map<String, String> parameters() {
    return Map.of(
        "entrant", entrant.name(),
        "ids", String.valueOf(ids),
        "threads", String.valueOf(threads),
        "kind", kind.name(),
        "bulk", String.valueOf(bulk));
  }

  /**
   * Returns the number of ids that are actually issued: a remainder that cannot be divided equally
   * is left out.
   */
  int issued() {
    int share = ids / threads;
    return (bulk == 0 ? share : share / bulk * bulk) * threads;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "burst of %,d ids, %d %s thread(s)%s: %s",
        ids,
        threads,
        kind.name().toLowerCase(Locale.ROOT),
        bulk == 0 ? "" : String.format(Locale.ROOT, ", %,d at once", bulk),
        entrant.label());
  }
}
