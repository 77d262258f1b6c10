package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.snowflake;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeEvent.ForwardJumpIgnored;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Causes each event and then reads the meters. */
class SnowflakeMetricsTest {

  private final ManualClock clock = new ManualClock();

  private ApplicationContextRunner measured() {
    return TestContexts.withClock(clock)
        .withConfiguration(
            AutoConfigurations.of(
                MetricsAutoConfiguration.class,
                SimpleMetricsExportAutoConfiguration.class,
                CompositeMeterRegistryAutoConfiguration.class,
                SnowbraidAutoConfiguration.class));
  }

  private static double count(ApplicationContext context, String name, String... tags) {
    return context
        .getBean(MeterRegistry.class)
        .get(name)
        .tags("generator", "snowflake")
        .tags(tags)
        .functionCounter()
        .count();
  }

  private static double seconds(ApplicationContext context, String name) {
    return context.getBean(MeterRegistry.class).get(name).timeGauge().value(TimeUnit.SECONDS);
  }

  @Test
  void everyFailureHasAMeter() throws Exception {
    Path classes =
        Path.of(Snowflake.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (FileSystem jar = Files.isDirectory(classes) ? null : FileSystems.newFileSystem(classes);
        Stream<Path> files =
            Files.list((jar == null ? classes : jar.getPath("/")).resolve("io/snowbraid/error"))) {
      List<Class<?>> failures =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("Exception.class"))
              .<Class<?>>map(name -> type("io.snowbraid.error." + name.replace(".class", "")))
              .filter(type -> type != SnowbraidException.class)
              .toList();
      assertThat(failures)
          .isNotEmpty()
          .hasSameElementsAs(List.<Class<?>>copyOf(SnowflakeMetrics.FAILURES));
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void idsAreCounted() {
    measured()
        .run(
            context -> {
              assertThat(count(context, "snowbraid.ids")).isZero();
              snowflake(context).nextIds(1_000);
              snowflake(context).nextId();
              assertThat(count(context, "snowbraid.ids")).isEqualTo(1_001);
            });
  }

  @Test
  void switchesAreCounted() {
    measured()
        .run(
            context -> {
              snowflake(context).nextId();
              assertThat(count(context, "snowbraid.timeline.switches")).isZero();
              clock.move(Duration.ofHours(-1));
              snowflake(context).nextId();
              clock.move(Duration.ofHours(1));
              snowflake(context).nextId();
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () -> assertThat(count(context, "snowbraid.timeline.switches")).isEqualTo(2));
            });
  }

  @Test
  void burstsAreCountedAndShowTheirLead() {
    measured()
        .run(
            context -> {
              assertThat(seconds(context, "snowbraid.lead")).isZero();
              snowflake(context).nextIds(100_000);
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () ->
                          assertThat(count(context, "snowbraid.timeline.overflows")).isPositive());
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () -> assertThat(count(context, "snowbraid.ahead.of.clock")).isPositive());
              assertThat(seconds(context, "snowbraid.lead"))
                  .isEqualTo(snowflake(context).status().lead().toMillis() / 1000.0)
                  .isPositive();
            });
  }

  @Test
  void smallStepsBackAreCounted() {
    measured()
        .run(
            context -> {
              snowflake(context).nextId();
              clock.move(Duration.ofMillis(-300));
              snowflake(context).nextId();
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () ->
                          assertThat(count(context, "snowbraid.rollbacks.absorbed")).isEqualTo(1));
              assertThat(seconds(context, "snowbraid.lead")).isEqualTo(0.3);
            });
  }

  @Test
  void rejectionsFailuresOfTheStoreAndJumpsAreCounted() {
    FaultyDatabase database = new FaultyDatabase();
    measured()
        .withBean(DataSource.class, () -> database)
        .run(
            context -> {
              snowflake(context).nextId();
              assertThat(seconds(context, "snowbraid.grant.remaining")).isEqualTo(60);
              assertThat(seconds(context, "snowbraid.grant.age")).isNotNegative();
              database.setAway(true);
              clock.move(Duration.ofMinutes(2));
              assertThat(seconds(context, "snowbraid.grant.remaining")).isZero();
              assertThatExceptionOfType(LeaseExpiredException.class)
                  .isThrownBy(() -> snowflake(context).nextId());
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () ->
                          assertThat(
                                  count(
                                      context,
                                      "snowbraid.calls.failed",
                                      "exception",
                                      "LeaseExpiredException"))
                              .isEqualTo(1));
              assertThat(
                      count(
                          context, "snowbraid.calls.failed", "exception", "ClockRollbackException"))
                  .isZero();
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () -> assertThat(count(context, "snowbraid.store.failures")).isPositive());
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () -> assertThat(count(context, "snowbraid.clock.jumps")).isEqualTo(1));
            });
  }

  @Test
  void waitsAreTimed() {
    measured()
        .run(
            context -> {
              clock.move(Duration.ofMinutes(2)); // past the grant, so the call waits for the store
              snowflake(context).nextId();
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () ->
                          assertThat(
                                  context
                                      .getBean(MeterRegistry.class)
                                      .get("snowbraid.waits")
                                      .functionTimer()
                                      .count())
                              .isEqualTo(1));
            });
  }

  @Test
  void timeOfWaitsAndLostWorkersAreThoseOfTheEvents() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    SnowflakeMetrics metrics = new SnowflakeMetrics("orders", () -> null);
    metrics.bindTo(registry);
    metrics.onEvent(new WorkerLost(3));
    metrics.onEvent(new WorkerChanged(3, 4));
    metrics.onEvent(new ForwardJumpIgnored(Duration.ofDays(1)));
    metrics.onEvent(new Waited(Duration.ofSeconds(2)));
    metrics.onEvent(new Waited(Duration.ofSeconds(3)));
    for (String meter : List.of("workers.lost", "workers.changed", "clock.doubts")) {
      assertThat(registry.get("snowbraid." + meter).functionCounter().count()).isEqualTo(1);
    }
    assertThat(registry.get("snowbraid.waits").functionTimer().totalTime(TimeUnit.SECONDS))
        .isEqualTo(5);
    assertThat(registry.find("snowbraid.ids").meter()).isNull();
  }

  @Test
  void fixedWorkerIsGrantedLikeAnyOther() {
    measured()
        .withBean(WorkerSource.class, () -> WorkerSource.fixed(5))
        .run(context -> assertThat(seconds(context, "snowbraid.grant.remaining")).isPositive());
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnGenerator {

    @Bean
    Snowflake ownIds(SnowflakeMetrics metrics) {
      return Snowflake.builder().worker(WorkerSource.fixed(6)).listener(metrics).build();
    }
  }

  @Test
  void ownGeneratorIsMeasured() {
    measured()
        .withUserConfiguration(OwnGenerator.class)
        .run(
            context -> {
              snowflake(context).nextIds(20_000);
              assertThat(count(context, "snowbraid.ids")).isGreaterThan(19_000);
              await()
                  .atMost(ofMinutes(1))
                  .untilAsserted(
                      () ->
                          assertThat(count(context, "snowbraid.timeline.overflows")).isPositive());
            });
  }

  @Test
  void applicationWithoutMicrometerOrRegistryStarts() {
    TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
        .run(
            context -> {
              assertThat(context).hasSingleBean(Snowflake.class);
              assertThat(context).doesNotHaveBean("snowflakeMetrics");
            });
    TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .run(context -> assertThat(context).doesNotHaveBean(SnowflakeMetrics.class));
  }
}
