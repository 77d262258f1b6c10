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
 * Reports a generator's health. The check issues no id and does not access the store.
 *
 * <ul>
 *   <li>up: the generator can issue ids, even if its store fails
 *   <li>out of service: it is closed, its clock is behind all lanes, or its grant has expired and
 *       the store has not answered yet
 *   <li>down: its grant has expired and the store fails, the layout's time has run out, or the
 *       worker's record is lost
 *   <li>unknown: its grant has expired and the store is read-only
 * </ul>
 */
public final class SnowflakeHealthIndicator extends AbstractHealthIndicator {

  private final Snowflake generator;
  private final @Nullable WorkerSource workers;

  SnowflakeHealthIndicator(Snowflake generator, @Nullable WorkerSource workers) {
    super("generator status could not be read");
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
   * Distinguishes an expired grant, which needs an answer from the store, from a lane without a
   * grant, which gets one at once.
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
