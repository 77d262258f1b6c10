package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.util.Map;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Independent databases can serve one id space, each with its share of the workers. */
@Tag("slow")
class WorkerSharesTest {

  private final HikariDataSource east = TestFactory.database("east");
  private final HikariDataSource west = TestFactory.database("west");

  @AfterEach
  void close() {
    east.close();
    west.close();
  }

  private static SessionFactory open(HikariDataSource database, Map<String, Object> settings) {
    return TestFactory.open(database, settings, Entities.Named.class, IdSpaceEntities.Order.class);
  }

  private static int worker(SessionFactory factory) {
    Entities.Named entity = new Entities.Named();
    factory.inTransaction(session -> session.persist(entity));
    return Layout.DEFAULT.decode(entity.id).worker();
  }

  private static int workerOfOrders(SessionFactory factory) {
    IdSpaceEntities.Order entity = new IdSpaceEntities.Order();
    factory.inTransaction(session -> session.persist(entity));
    return Layout.DEFAULT.decode(entity.id).worker();
  }

  @Test
  void eachLeasesFromItsShare() {
    try (SessionFactory one = open(east, Map.of("snowbraid.workers", "0-63"));
        SessionFactory two = open(west, Map.of("snowbraid.workers", " 64-127 "))) {
      assertThat(worker(one)).isZero();
      assertThat(worker(two)).isEqualTo(64);
    }
  }

  @Test
  void shareAppliesToSpacesWithoutTheirOwn() {
    Map<String, Object> settings = Map.of("snowbraid.workers", "39");
    try (SessionFactory factory = open(east, settings)) {
      assertThat(workerOfOrders(factory)).isEqualTo(39);
    }
  }

  @Test
  void spaceMayHaveAShareOfItsOwn() {
    Map<String, Object> settings =
        Map.of("snowbraid.workers", "39", "snowbraid.orders.workers", "20-30");
    try (SessionFactory factory = open(east, settings)) {
      assertThat(worker(factory)).isEqualTo(39);
      assertThat(workerOfOrders(factory)).isEqualTo(20);
    }
  }

  @Test
  void shareAppliesToOtherSpacesIfTheDefaultHasASuppliedGenerator() {
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(100)).build();
        SessionFactory factory =
            open(east, Map.of("snowbraid.generator", generator, "snowbraid.workers", "31"))) {
      assertThat(worker(factory)).isEqualTo(100);
      assertThat(workerOfOrders(factory)).isEqualTo(31);
    }
  }

  @Test
  void moreFactoriesThanTheShareHasAreRejected() {
    Map<String, Object> settings = Map.of("snowbraid.workers", "45");
    try (SessionFactory one =
        TestFactory.open(east, settings, Entities.Named.class, IdSpaceEntities.Tenanted.class)) {
      assertThat(worker(one)).isEqualTo(45);
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> TestFactory.open(east, settings, Entities.Named.class))
          .withMessageContaining("workers=45");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snowbraid.workers | 63-0 | snowbraid.workers: workers must be ascending numbers or ranges"
            + " without overlap, but are 63-0; write them as 0-63, 5 or 0-3,8-11",
        "snowbraid.orders.workers | all | snowbraid.orders.workers: workers must be ascending"
            + " numbers or ranges without overlap, but are all;",
        "snowbraid.workers | 128-200 | none of the workers 128-200 exists in the layout, which has"
            + " 128 workers",
      })
  void badSharesAreRejected(String setting, String value, String message) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> open(east, Map.of(setting, value)))
        .withStackTraceContaining(message);
  }

  @Test
  void shareWithAFixedWorkerIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(east, Map.of("snowbraid.workers", "7", "snowbraid.worker-id", 7)))
        .withStackTraceContaining(
            "snowbraid.workers has no effect together with snowbraid.worker-id");
  }
}
