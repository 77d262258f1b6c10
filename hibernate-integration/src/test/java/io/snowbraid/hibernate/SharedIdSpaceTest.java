package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.LongStream;
import org.hibernate.JDBCException;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;

/** Entities and SQL functions of one process never issue the same id. */
@Tag("own-process")
@TestMethodOrder(OrderAnnotation.class)
class SharedIdSpaceTest {

  private HikariDataSource database;

  @BeforeEach
  void open(TestInfo test) {
    database = TestFactory.database(test.getDisplayName());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Snowflake generator(int worker) {
    return Snowflake.builder()
        .worker(WorkerSource.fixed(worker))
        .clock(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")))
        .build();
  }

  private SessionFactory open(Snowflake generator) {
    return TestFactory.open(
        database, Map.of("snowbraid.generator", generator), Entities.Named.class);
  }

  private static long entityId(SessionFactory factory) {
    return factory.fromTransaction(
        session -> {
          Entities.Named entity = new Entities.Named();
          session.persist(entity);
          return entity.id;
        });
  }

  private static long sqlId(SessionFactory factory) {
    return factory.fromSession(
        session ->
            session.createNativeQuery("SELECT NEXT_SNOWFLAKE()", Long.class).getSingleResult());
  }

  /** Each database has its own workers; a worker of another database means nothing in it. */
  @Test
  @Order(0)
  void functionsTakeIdsFromTheWorkerThatWasLeasedFromTheirDatabase() {
    try (HikariDataSource other = TestFactory.database("another");
        SessionFactory one = TestFactory.open(database, Map.of(), Entities.Named.class);
        SessionFactory lasting = openWhileAnotherCloses(other)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
      SnowflakeFunctions.install(other, FunctionOptions.DEFAULT.withoutGenerator());
      assertThat(worker(entityId(one))).isZero();
      assertThat(worker(sqlId(one))).isZero();
      assertThat(worker(entityId(lasting))).isEqualTo(1);
      assertThat(worker(sqlId(lasting))).isEqualTo(1);
    }
  }

  private static SessionFactory openWhileAnotherCloses(HikariDataSource database) {
    Map<String, Object> settings = Map.of("hibernate.hbm2ddl.auto", "update");
    try (SessionFactory first = TestFactory.open(database, settings, Entities.Named.class)) {
      assertThat(worker(entityId(first))).isZero();
      return TestFactory.open(database, settings, Entities.Named.class);
    }
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  @Test
  @Order(1)
  void entitiesAndFunctionsMayShareAGenerator() {
    try (Snowflake generator = generator(3);
        SessionFactory factory = open(generator)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(generator));
      long first = entityId(factory);
      assertThat(LongStream.of(sqlId(factory), entityId(factory), sqlId(factory)))
          .containsExactly(first + 1, first + 2, first + 3);
    }
  }

  @Test
  @Order(2)
  void entitiesMayUseAnotherWorkerThanTheFunctions() {
    try (Snowflake functions = generator(3);
        Snowflake entities = generator(4)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withGenerator(functions));
      try (SessionFactory factory = open(entities)) {
        assertThat(functions.layout().decode(sqlId(factory)).worker()).isEqualTo(3);
        assertThat(functions.layout().decode(entityId(factory)).worker()).isEqualTo(4);
      }
    }
  }

  @Test
  @Order(3)
  void functionsDoNotGuessTheGeneratorOfEntities() {
    try (Snowflake generator = generator(3);
        SessionFactory factory = open(generator)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
      assertThatExceptionOfType(JDBCException.class)
          .isThrownBy(() -> sqlId(factory))
          .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE() in this process");
    }
  }

  /** Runs late, because a generator that settings describe stays open until the process exits. */
  @Test
  @Order(4)
  void factoriesWithTheSameWorkerShareItsGenerator() {
    Map<String, Object> settings = Map.of("snowbraid.worker-id", 8);
    try (HikariDataSource other = TestFactory.database("other");
        SessionFactory one = TestFactory.open(database, settings, Entities.Named.class);
        SessionFactory two = TestFactory.open(other, settings, Entities.Named.class)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
      long[] ids = new long[3_000];
      for (int i = 0; i < ids.length; i += 3) {
        ids[i] = entityId(one);
        ids[i + 1] = entityId(two);
        ids[i + 2] = sqlId(one);
      }
      assertThat(ids).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  @Order(5)
  void applicationMustNotUseTheWorkerOfASettingThroughAnotherGenerator() {
    Map<String, Object> settings = Map.of("snowbraid.worker-id", 8);
    try (SessionFactory factory = TestFactory.open(database, settings, Entities.Named.class)) {
      assertThat(entityId(factory)).isPositive();
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> generator(8))
          .withMessageContainingAll(
              "another open generator in this process has the same worker", "worker 8 is in use");
    }
  }

  @Test
  @Order(6)
  void settingMustNotUseTheWorkerOfAGeneratorOfTheApplication() {
    Map<String, Object> settings = Map.of("snowbraid.worker-id", 9);
    try (Snowflake another = generator(9);
        SessionFactory factory = open(another)) {
      assertThat(entityId(factory)).isPositive();
      assertThatExceptionOfType(MappingException.class)
          .isThrownBy(() -> TestFactory.open(database, settings, Entities.Named.class))
          .withStackTraceContaining(
              "no generator could be built from the setting snowbraid.worker-id=9: ");
    }
  }
}
