package io.snowbraid.spring;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Says once, at the start, which worker the application's generator has. */
final class StartLog {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid.spring");

  private StartLog() {}

  /** The worker is leased, from a database for instance, which the source names. */
  static void leased(Snowflake generator, WorkerSource workers) {
    Duration remaining = generator.status().grantRemaining().orElse(Duration.ZERO);
    LOGGER.log(
        System.Logger.Level.INFO,
        "worker {0} is leased until {1} and extended from then on: {2}, layout {3}",
        String.valueOf(generator.workerId()),
        Instant.now().plus(remaining).truncatedTo(ChronoUnit.SECONDS),
        workers,
        generator.layout());
  }

  /** The worker is a number that the application sets. */
  static void fixed(Snowflake generator) {
    LOGGER.log(
        System.Logger.Level.INFO,
        "worker {0} is set by snowbraid.worker-id, layout {1}",
        String.valueOf(generator.workerId()),
        generator.layout());
  }
}
