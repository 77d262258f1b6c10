package io.snowbraid;

import java.util.Random;
import java.util.stream.LongStream;

/** Seeds for random tests: new ones in each run, shown with each test; {@code -Dseed=} sets one. */
final class Seeds {

  private Seeds() {}

  static LongStream some() {
    return seeds(20);
  }

  static LongStream many() {
    return seeds(500);
  }

  private static LongStream seeds(int count) {
    String given = System.getProperty("seed");
    return given == null ? new Random().longs(count) : LongStream.of(Long.parseLong(given));
  }
}
