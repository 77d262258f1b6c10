package io.snowbraid.testing;

import java.util.Random;
import java.util.stream.LongStream;

/**
 * Seeds for random tests: new ones in each run, shown with each test. {@code -Dseed=} sets one, and
 * {@code -Dseeds=} how many {@link #many} are, from which the numbers of slower tests follow. Tests
 * tagged {@code seeds} have a tenth of the seeds in the fast pass and all of them with {@code
 * -Pslow}.
 */
public final class Seeds {

  private static final int FAST = 50;
  private static final int MANY = Integer.getInteger("seeds", FAST);

  private Seeds() {}

  /** Returns whether tests have more seeds than in the fast pass. */
  static boolean areAll() {
    return MANY > FAST;
  }

  /** Returns seeds for tests that take no time. */
  public static LongStream some() {
    return seeds(20);
  }

  /** Returns seeds for simulations. */
  public static LongStream many() {
    return seeds(MANY);
  }

  /** Returns seeds for simulations of several hosts. */
  public static LongStream forSimulations() {
    return seeds(Math.min(MANY / 10, 2_000));
  }

  /** Returns seeds for tests that take seconds each. */
  public static LongStream few() {
    return seeds(Math.max(1, MANY / 100));
  }

  /**
   * Returns how many runs a simulation makes whose seeds are always the same.
   *
   * @param all how many it makes in the slow pass
   */
  public static int runs(int all) {
    return Math.max(1, (int) (all * (MANY / 500.0)));
  }

  private static LongStream seeds(int count) {
    String given = System.getProperty("seed");
    return given == null ? new Random().longs(count) : LongStream.of(Long.parseLong(given));
  }
}
