package io.snowbraid.spring;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.spring.internal.SegmentMetrics;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Tests numbers in a row: beans, properties, health and metrics. */
class SegmentsTest {

  /** What an application writes to get numbers. */
  static class Shop {
    @Autowired
    @Qualifier("orders")
    IdGenerator orders;

    @Autowired IdGenerator ids;
    @Autowired SegmentGenerators numbers;
  }

  private static ApplicationContextRunner application() {
    return TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class));
  }

  private static ApplicationContextRunner shop() {
    return application()
        .withPropertyValues("snowbraid.segments.orders.target=20s")
        .withBean(Shop.class);
  }

  private static JdbcSegmentSource table(ApplicationContext context) {
    return JdbcSegmentSource.of(context.getBean(DataSource.class));
  }

  @Test
  void tagWithPropertiesHasABeanOfItsOwn() {
    shop()
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Shop shop = context.getBean(Shop.class);
              assertThat(shop.orders.nextIds(3)).containsExactly(1, 2, 3);
              assertThat(shop.numbers.nextId("orders")).isEqualTo(4);
              assertThat(shop.numbers.nextId("others")).isEqualTo(1);
              assertThat(shop.ids).isInstanceOf(Snowflake.class);
              assertThat(table(context).tags()).containsExactly("orders", "others");
            });
  }

  @Test
  void directoryHasTheNumbersToo(@TempDir Path directory) {
    shop()
        .withPropertyValues("snowbraid.directory=" + directory)
        .run(
            context -> {
              assertThat(context.getBean(Shop.class).orders.nextIds(3)).containsExactly(1, 2, 3);
              assertThat(SegmentSource.file(directory.resolve("segments")).tags())
                  .containsExactly("orders");
            });
    shop()
        .withPropertyValues(
            "snowbraid.directory=" + directory, "snowbraid.segment-table=snowbraid_segment")
        .run(
            context -> {
              assertThat(context.getBean(Shop.class).orders.nextIds(3)).containsExactly(1, 2, 3);
              assertThat(table(context).tags()).containsExactly("orders");
            });
  }

  @Test
  void applicationThatUsesNoneGetsNoTable() {
    application()
        .run(
            context -> {
              try (java.sql.Connection connection =
                      context.getBean(DataSource.class).getConnection();
                  java.sql.ResultSet tables =
                      connection.getMetaData().getTables(null, null, "SNOWBRAID_SEGMENT", null)) {
                assertThat(tables.next()).isFalse();
              }
            });
  }

  @Test
  void numbersAreGivenBackBeforeTheDatabaseIsClosed() {
    String url = "spring.datasource.url=jdbc:h2:mem:given-back;DB_CLOSE_DELAY=-1";
    shop()
        .withPropertyValues(url)
        .run(context -> assertThat(context.getBean(Shop.class).orders.nextId()).isEqualTo(1));
    shop()
        .withPropertyValues(url)
        .run(context -> assertThat(context.getBean(Shop.class).orders.nextId()).isEqualTo(2));
  }

  @Test
  void sourceOfTheApplicationIsUsed() {
    SegmentSource memory = SegmentSource.inMemory();
    assertThat(memory.create("orders", 700)).isTrue();
    shop()
        .withBean(SegmentSource.class, () -> memory)
        .run(context -> assertThat(context.getBean(Shop.class).orders.nextId()).isEqualTo(700));
  }

  @Test
  void tableCanBeNamed() {
    shop()
        .withPropertyValues("snowbraid.segment-table=numbers")
        .run(
            context -> {
              assertThat(context.getBean(Shop.class).orders.nextId()).isEqualTo(1);
              assertThat(table(context).withTable("numbers").tags()).containsExactly("orders");
            });
  }

  @Test
  void valueOutOfRangeNamesItsProperty() {
    shop()
        .withPropertyValues("snowbraid.segments.orders.max-draw=0")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("snowbraid.segments.orders")
                    .hasMessageContaining("maxDraw must be between"));
  }

  @Test
  void mistypedPropertyIsRejected() {
    shop()
        .withPropertyValues("snowbraid.segments.orders.maxdrow=5")
        .run(context -> assertThat(context).hasFailed());
  }

  @Test
  void healthTellsHowLongNumbersLastAndIsDownWithoutAny() {
    SegmentSource memory = SegmentSource.inMemory();
    FaultySource source = new FaultySource(memory);
    shop()
        .withBean(SegmentSource.class, () -> source)
        .withPropertyValues("snowbraid.segments.orders.max-wait=0s")
        .run(
            context -> {
              HealthIndicator indicator =
                  context.getBean("snowbraidSegmentsHealthContributor", HealthIndicator.class);
              assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
              assertThat(indicator.health().getDetails()).containsKey("orders");
              source.fails = true;
              IdGenerator orders = context.getBean(Shop.class).orders;
              await().atMost(ofMinutes(1)).until(() -> isDownAfterACall(indicator, orders));
              Health health = indicator.health();
              assertThat(health.getStatus()).isEqualTo(Status.DOWN);
              assertThat(health.getDetails().get("orders").toString())
                  .contains("buffered=0")
                  .contains("lastFailure=out of order");
            });
  }

  /** Returns whether the health is down after a call that takes a number, if there is one. */
  private static boolean isDownAfterACall(HealthIndicator indicator, IdGenerator orders) {
    try {
      assertThat(orders.nextId()).isPositive();
    } catch (io.snowbraid.error.IdsUnavailableException e) {
      return indicator.health().getStatus().equals(Status.DOWN);
    }
    return false;
  }

  private static final class FaultySource implements SegmentSource {

    private final SegmentSource store;
    private volatile boolean fails;

    FaultySource(SegmentSource store) {
      this.store = store;
    }

    @Override
    public io.snowbraid.segment.Segment draw(String tag, long count) {
      if (fails) {
        throw new SegmentSourceException("out of order");
      }
      return store.draw(tag, count);
    }

    @Override
    public boolean advance(String tag, long bound) {
      return store.advance(tag, bound);
    }

    @Override
    public java.util.OptionalLong peek(String tag) {
      return store.peek(tag);
    }

    @Override
    public List<String> tags() {
      return store.tags();
    }

    @Override
    public boolean create(String tag, long bound) {
      return store.create(tag, bound);
    }
  }

  @Test
  void metersAreThoseOfTagsWithProperties() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    shop()
        .withBean(SimpleMeterRegistry.class, () -> meters)
        .run(
            context -> {
              Shop shop = context.getBean(Shop.class);
              assertThat(shop.orders.nextIds(5)).hasSize(5);
              assertThat(shop.numbers.nextId("others")).isEqualTo(1);
              context.getBean(SegmentMetrics.class).bindTo(meters);
              assertThat(
                      meters
                          .get("snowbraid.segment.numbers")
                          .tag("tag", "orders")
                          .functionCounter()
                          .count())
                  .isEqualTo(5);
              assertThat(meters.get("snowbraid.segment.draws").functionCounter().count())
                  .isPositive();
              assertThat(meters.get("snowbraid.segment.buffered").gauge().value()).isPositive();
              assertThat(meters.get("snowbraid.segment.draw.time").timeGauge().value())
                  .isPositive();
              assertThat(meters.find("snowbraid.segment.numbers").tag("tag", "others").meter())
                  .isNull();
            });
  }
}
