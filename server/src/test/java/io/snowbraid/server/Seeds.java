package io.snowbraid.server;

import java.util.Random;
import java.util.stream.LongStream;

/** Seeds for random tests: new ones in each run, shown with each test. {@code -Dseed=} sets one. */
final class Seeds {

  private Seeds() {}

  static LongStream some() {
    String given = System.getProperty("seed");
    return given == null ? new Random().longs(20) : LongStream.of(Long.parseLong(given));
  }
}
