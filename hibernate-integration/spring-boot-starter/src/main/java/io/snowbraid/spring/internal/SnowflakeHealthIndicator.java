package io.snowbraid.spring.internal;

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
 * Reports the health of a generator. It is up as long as it can issue ids, even if its store fails.
 * It is out of service while it is closed, while its clock is before all lanes, or while its grant
 * has ended and the store has not answered yet. It is down if its grant has ended and the store
 * fails, if the layout's time has run out, or if the worker's record is lost. If its grant has
 * ended and the store is read-only, the health is unknown. The check issues no id and does not
 * access the store.
 */
public final class SnowflakeHealthIndicator extends AbstractHealthIndicator {

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
        .withDetail("worker", generator.workerId())
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
      case CLOCK_FAILED, EXHAUSTED, STOPPED -> Status.DOWN;
    };
  }

  /**
   * Distinguishes a grant that has ended, which needs an answer from the store, from a lane without
   * a grant, which gets one at once.
   */
  private static Status beforeAnswer(SnowflakeStatus status) {
    boolean hasEnded = status.grantRemaining().map(Duration::isNegative).orElse(false);
    return hasEnded ? Status.OUT_OF_SERVICE : Status.UP;
  }

  /**
   * Distinguishes a read-only store, because an application on a standby database may need no ids.
   */
  private static Status withoutGrant(RuntimeException failure) {
    return failure instanceof ReadOnlyStoreException ? Status.UNKNOWN : Status.DOWN;
  }
}
