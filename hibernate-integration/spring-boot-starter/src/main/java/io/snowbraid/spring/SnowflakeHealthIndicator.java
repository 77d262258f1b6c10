package io.snowbraid.spring;

import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of a generator. It is up as long as ids are issued, though its store fails; out of
 * service while it is closed, its clock is behind every lane, or its grant has ended and the store
 * has not answered yet; down when the grant has ended and the store fails, or when the layout is
 * used up. The check issues no id and asks no store.
 */
final class SnowflakeHealthIndicator extends AbstractHealthIndicator {

  private final Snowflake generator;
  private final @Nullable WorkerSource workers;

  SnowflakeHealthIndicator(Snowflake generator, @Nullable WorkerSource workers) {
    super("the generator's status could not be read");
    this.generator = generator;
    this.workers = workers;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    SnowflakeStatus status = generator.status();
    health
        .status(of(status))
        .withDetail("state", status.state())
        .withDetail("worker", status.worker())
        .withDetail("lead", status.lead());
    if (workers != null) {
      health.withDetail("workers", workers.toString());
    }
    if (!status.warnings().isEmpty()) {
      health.withDetail("warnings", status.warnings());
    }
    status.grantRemaining().ifPresent(left -> health.withDetail("grantRemaining", left));
    status.grantAge().ifPresent(age -> health.withDetail("grantAge", age));
    status.storeFailure().ifPresent(e -> health.withDetail("storeFailure", e.toString()));
  }

  private static Status of(SnowflakeStatus status) {
    return switch (status.state()) {
      case READY -> Status.UP;
      case GRANT_NEEDED ->
          status
              .storeFailure()
              .map(SnowflakeHealthIndicator::withoutGrant)
              .orElseGet(() -> beforeAnswer(status));
      case CLOCK_BEHIND, CLOSED -> Status.OUT_OF_SERVICE;
      case EXHAUSTED -> Status.DOWN;
    };
  }

  /** A grant that has ended needs an answer of the store; a lane without one gets it at once. */
  private static Status beforeAnswer(SnowflakeStatus status) {
    boolean hasEnded = status.grantRemaining().map(Duration::isNegative).orElse(false);
    return hasEnded ? Status.OUT_OF_SERVICE : Status.UP;
  }

  /** Who runs on a standby may need no ids. */
  private static Status withoutGrant(RuntimeException failure) {
    return failure instanceof ReadOnlyStoreException ? Status.UNKNOWN : Status.DOWN;
  }
}
