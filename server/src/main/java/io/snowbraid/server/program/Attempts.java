package io.snowbraid.server.program;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Repeats what fails: after a pause, and then after twice as long each time, up to 30 s. */
final class Attempts {

  /** Pauses for a second first. */
  static final Attempts USUAL = new Attempts(Duration.ofSeconds(1));

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Duration firstPause;

  Attempts(Duration firstPause) {
    this.firstPause = firstPause;
  }

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
  void repeat(CountDownLatch ended, Attempt attempt) throws InterruptedException {
    Duration pause = firstPause;
    while (ended.getCount() > 0 && !attempt.succeeds(pause)) {
      ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      pause = next(pause);
    }
  }

  /** Returns the pause after another one. */
  static Duration next(Duration pause) {
    return Durations.min(pause.multipliedBy(2), LONGEST_PAUSE);
  }
}
