package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.snowflake;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Tests the health of a generator in each situation. */
class HealthTest {

  private static final String BEAN = "snowbraidHealthContributor";

  private final ManualClock clock = new ManualClock();
  private final FaultyDatabase database = new FaultyDatabase();

  private ApplicationContextRunner checked() {
    return TestContexts.withClock(clock)
        .withBean(DataSource.class, () -> database)
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class));
  }

  private static Health health(ApplicationContext context) {
    return context.getBean(BEAN, HealthIndicator.class).health(true);
  }

  private static Status status(ApplicationContext context) {
    return health(context).getStatus();
  }

  @Test
  void generatorThatIssuesIdsIsUp() {
    checked()
        .withPropertyValues("snowbraid.namespace=orders")
        .run(
            context -> {
              Health health = health(context);
              assertThat(health.getStatus()).isEqualTo(Status.UP);
              assertThat(health.getDetails())
                  .containsEntry("worker", snowflake(context).workerId())
                  .containsEntry("grantRemaining", Duration.ofMinutes(1))
                  .doesNotContainKey("storeFailure")
                  .doesNotContainKey("warnings");
              assertThat(health.getDetails().get("workers").toString())
                  .startsWith(
                      "JdbcWorkerSource[table=snowbraid_worker, namespace=orders, database=");
              assertThat(snowflake(context).status().issued()).isZero();
            });
  }

  @Test
  void generatorIsDownWhileItsStoreIsUnreachableAfterTheHorizonAndUpBeforeAndAfter() {
    checked()
        .withPropertyValues("snowbraid.horizon=1s")
        .run(
            context -> {
              database.setAway(true);
              assertThat(status(context)).isEqualTo(Status.UP);
              clock.move(Duration.ofHours(1));
              assertThatExceptionOfType(LeaseExpiredException.class)
                  .isThrownBy(() -> snowflake(context).nextId());
              Health away = health(context);
              assertThat(away.getStatus()).isEqualTo(Status.DOWN);
              assertThat(away.getDetails().get("storeFailure"))
                  .asString()
                  .contains("connection refused");
              assertThat(away.getDetails().get("grantRemaining"))
                  .isEqualTo(Duration.ofSeconds(1).minus(Duration.ofHours(1)));
              database.setAway(false);
              await()
                  .atMost(ofMinutes(1))
                  .until(
                      () -> status(context).equals(Status.UP)); // the generator retries by itself
              assertThat(snowflake(context).nextId()).isPositive();
            });
  }

  @Test
  void generatorIsOutOfServiceFromTheEndOfItsGrantUntilTheStoreAnswers() {
    checked()
        .withPropertyValues("snowbraid.horizon=1h")
        .run(
            context -> {
              clock.move(
                  Duration.ofHours(2)); // the next write to the store is due in twenty minutes
              assertThat(status(context)).isEqualTo(Status.OUT_OF_SERVICE);
              assertThat(snowflake(context).nextId()).isPositive();
              assertThat(status(context)).isEqualTo(Status.UP);
            });
  }

  @Test
  void unreachableStoreIsReportedWhileTheGrantLasts() {
    checked()
        .withPropertyValues("snowbraid.horizon=1h")
        .run(
            context -> {
              database.setAway(true);
              clock.move(Duration.ofHours(2));
              assertThatExceptionOfType(LeaseExpiredException.class)
                  .isThrownBy(() -> snowflake(context).nextId());
              clock.move(Duration.ofHours(-2));
              assertThat(status(context)).isEqualTo(Status.UP);
              assertThat(health(context).getDetails()).containsKey("storeFailure");
            });
  }

  @Test
  void generatorWhoseClockIsBeforeAllLanesIsOutOfService() {
    checked()
        .withPropertyValues("snowbraid.rollback-policy=wait", "snowbraid.max-wait=0")
        .run(
            context -> {
              snowflake(context).nextId();
              clock.move(Duration.ofHours(-1));
              assertThat(status(context)).isEqualTo(Status.OUT_OF_SERVICE);
              assertThatExceptionOfType(ClockRollbackException.class)
                  .isThrownBy(() -> snowflake(context).nextId());
              clock.move(Duration.ofHours(1));
              assertThat(status(context)).isEqualTo(Status.UP);
            });
  }

  @Test
  void closedGeneratorIsOutOfService() {
    checked()
        .run(
            context -> {
              snowflake(context).close();
              assertThat(status(context)).isEqualTo(Status.OUT_OF_SERVICE);
            });
  }

  @Test
  void layoutWhoseTimeHasRunOutIsDown() {
    checked()
        .run(
            context -> {
              clock.move(
                  Duration.between(clock.instant(), Layout.DEFAULT.lastInstant()).plusSeconds(1));
              assertThat(status(context)).isEqualTo(Status.DOWN);
            });
  }

  @Test
  void eachOfSeveralGeneratorsHasItsHealth() {
    checked()
        .withBean("one", Snowflake.class, () -> fixed(1))
        .withBean("two", Snowflake.class, () -> fixed(2))
        .run(
            context -> {
              CompositeHealthContributor all =
                  context.getBean(BEAN, CompositeHealthContributor.class);
              assertThat(((HealthIndicator) all.getContributor("two")).health(true).getDetails())
                  .containsEntry("worker", 2)
                  .doesNotContainKey("workers");
            });
  }

  private static Snowflake fixed(int worker) {
    return Snowflake.builder().worker(WorkerSource.fixed(worker)).build();
  }

  @Test
  void checkCanBeSwitchedOff() {
    checked()
        .withPropertyValues("management.health.snowbraid.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(BEAN));
  }

  @Test
  void applicationWithoutHealthStarts() {
    checked()
        .withClassLoader(new FilteredClassLoader(HealthContributor.class))
        .run(
            context -> {
              assertThat(context).hasSingleBean(Snowflake.class);
              assertThat(context).doesNotHaveBean(BEAN);
            });
  }
}
