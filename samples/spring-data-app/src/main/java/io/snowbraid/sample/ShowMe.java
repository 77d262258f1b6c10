package io.snowbraid.sample;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Demonstrates the point of the sample: starts the load, steps the clock back, and sets it right.
 * Safe for use by any number of threads.
 */
@Component
class ShowMe {

  /**
   * When and how far the clock steps back. Both are equal, so the clock repeats all times of the
   * load.
   */
  static final Duration STEP = Duration.ofSeconds(5);

  static final Duration END = Duration.ofSeconds(15);

  private static final int RATE = 1_000;

  private final LoadGenerator load;
  private final AdjustableClock clock;
  private final IdMonitor monitor;
  private final PlainSnowflakeRunner plain;
  private final Function<Duration, Executor> later;
  private int number;
  private long repeatsBefore;
  private volatile String caption = "";

  @Autowired
  ShowMe(LoadGenerator load, AdjustableClock clock, IdMonitor monitor, PlainSnowflakeRunner plain) {
    this(
        load,
        clock,
        monitor,
        plain,
        after -> CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS));
  }

  ShowMe(
      LoadGenerator load,
      AdjustableClock clock,
      IdMonitor monitor,
      PlainSnowflakeRunner plain,
      Function<Duration, Executor> later) {
    this.load = load;
    this.clock = clock;
    this.monitor = monitor;
    this.plain = plain;
    this.later = later;
  }

  /** Describes what is happening now; empty if the demonstration was never started. */
  String caption() {
    return caption;
  }

  /** Starts the demonstration, or restarts it if it is running. */
  synchronized void start() {
    number++;
    clock.setRight();
    load.start(RATE);
    repeatsBefore = plain.repeats();
    caption = "1 of 3: The load issues 1,000 ids a second. The clock is right for 5 seconds.";
    inScene(STEP, this::stepBack);
    inScene(END, this::setRight);
  }

  /** Runs a scene later, unless the demonstration was restarted in the meantime. */
  private void inScene(Duration after, Runnable scene) {
    int own = number;
    later.apply(after).execute(() -> runIfCurrent(own, scene));
  }

  private synchronized void runIfCurrent(int own, Runnable scene) {
    if (own == number) {
      scene.run();
    }
  }

  private void stepBack() {
    clock.step(STEP.negated());
    caption =
        "2 of 3: The clock stepped back by 5 seconds. Ids continue at once, on another timeline."
            + " The plain generator issues the same times again, and repeats its ids.";
  }

  private void setRight() {
    clock.setRight();
    caption =
        Formats.format(
            "3 of 3: The clock is right again, and ids return to their timeline. Snowbraid issued"
                + " %,d duplicates, the plain generator repeated %,d ids.",
            monitor.totals().duplicates(), plain.repeats() - repeatsBefore);
  }
}
