package io.snowbraid;

import java.util.Random;
import java.util.stream.LongStream;

/**
 * Seeds for random tests: new ones in each run, shown with each test. {@code -Dseed=} sets one, and
 * {@code -Dseeds=} their number.
 */
final class Seeds {

  private Seeds() {}

  static LongStream some() {
    return seeds(20);
  }

  static LongStream few() {
    return seeds(5);
  }

  static LongStream many() {
    return seeds(Integer.getInteger("seeds", 500));
  }

  /** Returns seeds for simulations that take longer. */
  static LongStream forSimulations() {
    return seeds(Math.min(Integer.getInteger("seeds", 100), 2_000));
  }

  private static LongStream seeds(int count) {
    String given = System.getProperty("seed");
    return given == null ? new Random().longs(count) : LongStream.of(Long.parseLong(given));
  }
}
