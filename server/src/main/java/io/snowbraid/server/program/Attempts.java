package io.snowbraid.server.program;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Repeats what fails: after a second, and then after twice as long each time, up to 30 s. */
final class Attempts {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private Attempts() {}

  /** What is attempted. */
  @FunctionalInterface
  interface Attempt {

    /**
     * Makes an attempt.
     *
     * @param pause when the next one is made if it fails, for a message
     */
    boolean succeeds(Duration pause);
  }

  /** Makes attempts until one succeeds, or all have to end. */
  static void repeat(CountDownLatch ended, Attempt attempt) throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (ended.getCount() > 0 && !attempt.succeeds(pause)) {
      ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }
}
