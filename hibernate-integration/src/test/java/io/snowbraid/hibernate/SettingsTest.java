package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that settings are read or rejected. */
class SettingsTest {

  private final HikariDataSource database = TestFactory.database("settings");

  @AfterEach
  void close() {
    database.close();
  }

  private SessionFactory open(Map<String, Object> settings) {
    return TestFactory.open(database, settings, Entities.Named.class, IdSpaceEntities.Order.class);
  }

  @ParameterizedTest
  @CsvSource({
    "snowbraid.workerId, snowbraid.worker-id",
    "snowbraid.worker_id, snowbraid.worker-id",
    "snowbraid.name-space, snowbraid.namespace",
    "snowbraid.horizont, snowbraid.horizon",
    "snowbraid.assign-ids, snowbraid.assigned-ids",
    "snowbraid.sql-functions.install, snowbraid.sql-functions",
    "snowbraid.orders.workerId, snowbraid.orders.worker-id",
    "snowbraid.orders.tabel, snowbraid.orders.table",
  })
  void mistypedNamesAreRejected(String name, String meant) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(Map.of(name, "7")))
        .withMessage("there is no setting %s; did you mean %s?".formatted(name, meant));
  }

  @Test
  void settingsOfAnUnmappedSpaceAreRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(Map.of("snowbraid.order.layout", "JAVASCRIPT")))
        .withMessage(
            "snowbraid.order.layout must name one of the mapped id spaces [orders], but names"
                + " order; correct the name, or map an entity with the generator snowflake:order");
  }

  private static Map<String, Object> settings(String... lines) {
    return Arrays.stream(lines)
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  @Test
  void settingIsRejectedBesideASuppliedGenerator() {
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(11)).build()) {
      assertThatExceptionOfType(MappingException.class)
          .isThrownBy(
              () -> open(Map.of("snowbraid.generator", generator, "snowbraid.max-lead", "2s")))
          .withMessage(
              "snowbraid.max-lead has no effect together with snowbraid.generator; remove one of"
                  + " them");
    }
  }

  /** The starter does this; it has more settings than Hibernate. */
  @Test
  void systemPropertiesMayBeMeantForTheSuppliedGenerator() {
    System.setProperty("snowbraid.max-lead", "2s");
    System.setProperty("snowbraid.horizon", "2m");
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(11)).build();
        SessionFactory factory =
            open(Map.of("snowbraid.generator", generator, "snowbraid.orders.worker-id", 12))) {
      assertThat(factory.isOpen()).isTrue();
    } finally {
      System.clearProperty("snowbraid.max-lead");
      System.clearProperty("snowbraid.horizon");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5m", "300s", "300000ms", "PT5M", " 5M "})
  void horizonIsHowFarAheadIdsAreGranted(String horizon) {
    requireGranted(Map.of("snowbraid.horizon", horizon, "snowbraid.orders.horizon", "2h"));
  }

  @Test
  void horizonMayBeADuration() {
    requireGranted(
        Map.of(
            "snowbraid.horizon",
            Duration.ofMinutes(5),
            "snowbraid.orders.horizon",
            Duration.ofHours(2)));
  }

  private void requireGranted(Map<String, Object> settings) {
    try (SessionFactory factory = open(settings)) {
      assertThat(factory.isOpen()).isTrue();
      assertThat(granted("default")).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
      assertThat(granted("orders")).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
    }
  }

  private Duration granted(String namespace) {
    JdbcWorkerSource workers = JdbcWorkerSource.of(database).withNamespace(namespace);
    WorkerInfo held = workers.workers().get(0);
    return Duration.between(workers.storeTime().orElseThrow(), held.expiresAt().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snowbraid.horizon | soon | snowbraid.horizon must be a duration such as 500ms, 90s, 5m or"
            + " PT1M30S, but is soon",
        "snowbraid.horizon | 999ms | horizon must be at least 1 s, but is 999 ms",
        "snowbraid.orders.max-wait | 5 | snowbraid.orders.max-wait must be a duration such as"
            + " 500ms, 90s, 5m or PT1M30S, but is 5",
        "snowbraid.max-wait | PT-1S | maxWait must be at least 0 ms, but is -1 s",
        "snowbraid.assigned-ids | yes | snowbraid.assigned-ids must be true or false, but is yes",
        "snowbraid.data-source | jdbc/none | jdbc/none",
      })
  void badValuesAreRejected(String setting, String value, String message) {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> open(Map.of(setting, value)))
        .withStackTraceContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snowbraid.horizon=5m | snowbraid.worker-id=7 | snowbraid.horizon has no effect together"
            + " with snowbraid.worker-id; remove one of them",
        "snowbraid.table=t | snowbraid.directory=d | snowbraid.table has no effect together with"
            + " snowbraid.directory; remove one of them",
        "snowbraid.orders.horizon=5m | snowbraid.orders.worker-id=7 | snowbraid.orders.horizon has"
            + " no effect together with snowbraid.orders.worker-id; remove one of them",
      })
  void settingsWithoutEffectAreRejected(String one, String other, String message) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(settings(one, other)))
        .withStackTraceContaining(message);
  }
}
