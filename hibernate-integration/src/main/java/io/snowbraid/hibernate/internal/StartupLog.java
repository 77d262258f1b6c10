package io.snowbraid.hibernate.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Logs once, at startup, which worker a generator has leased. */
public final class StartupLog {

  private StartupLog() {}

  /**
   * Logs the worker. Does nothing if the generator has none.
   *
   * @param log the log to write to
   * @param generator an open generator
   * @param workers the generator's worker source
   */
  public static void leased(System.Logger log, Snowflake generator, WorkerSource workers) {
    if (generator.workerId() < 0) {
      return; // the generator has logged a warning
    }
    Duration remaining = generator.status().grantRemaining().orElse(Duration.ZERO);
    log.log(
        System.Logger.Level.INFO,
        "worker {0} is leased until {1} and extended regularly: {2}, layout {3}",
        String.valueOf(generator.workerId()),
        Instant.now().plus(remaining).truncatedTo(ChronoUnit.SECONDS),
        workers,
        generator.layout());
  }
}
