package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Without any setting, workers are leased from the application's own database. */
class LeasedWorkerTest {

  private HikariDataSource database;

  @BeforeEach
  void open(TestInfo test) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:" + test.getDisplayName() + ";DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(2_000);
    database = new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<WorkerInfo> workers(String namespace) {
    return JdbcWorkerSource.of(database).withNamespace(namespace).workers();
  }

  private static int workerOf(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  @Test
  void workerIsLeasedAndReleasedWithTheFactory() {
    try (SessionFactory factory =
        TestFactory.open(database, Map.of(), Entities.Named.class, Entities.Annotated.class)) {
      assertThat(workers("default")).extracting(WorkerInfo::state).containsExactly(State.HELD);
      factory.inTransaction(
          session -> {
            Entities.Named named = new Entities.Named();
            Entities.Annotated annotated = new Entities.Annotated();
            session.persist(named);
            session.persist(annotated);
            assertThat(workerOf(named.id)).isZero();
            assertThat(annotated.id).isGreaterThan(named.id);
            assertThat(workerOf(annotated.id)).isZero();
          });
    }
    assertThat(workers("default")).extracting(WorkerInfo::state).containsExactly(State.RELEASED);
  }

  @Test
  void factoriesOfAProcessHaveWorkersOfTheirOwn() {
    try (SessionFactory one = TestFactory.open(database, Map.of(), Entities.Named.class);
        SessionFactory two = TestFactory.open(database, Map.of(), Entities.Named.class)) {
      assertThat(workerOf(persisted(one))).isZero();
      assertThat(workerOf(persisted(two))).isEqualTo(1);
    }
  }

  private static long persisted(SessionFactory factory) {
    return factory.fromTransaction(
        session -> {
          Entities.Named named = new Entities.Named();
          session.persist(named);
          return named.id;
        });
  }

  @Test
  void functionsTakeIdsFromTheSameWorker() {
    try (SessionFactory factory = TestFactory.open(database, Map.of(), Entities.Named.class)) {
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
      long entity = persisted(factory);
      long sql =
          factory.fromSession(
              session ->
                  session
                      .createNativeQuery("SELECT NEXT_SNOWFLAKE()", Long.class)
                      .getSingleResult());
      assertThat(workerOf(sql)).isEqualTo(workerOf(entity));
      assertThat(sql).isGreaterThan(entity);
    }
  }

  @Test
  void idSpacesHaveSettingsOfTheirOwn() {
    Map<String, Object> settings =
        Map.of(
            "snowbraid.orders.layout", "time=41,worker=10,sequence=12,epoch=2025-01-01T00:00:00Z",
            "snowbraid.items.worker-id", "77");
    try (SessionFactory factory =
        TestFactory.open(
            database,
            settings,
            Entities.Named.class,
            IdSpaceEntities.Order.class,
            IdSpaceEntities.OnGetter.class,
            IdSpaceEntities.Item.class)) {
      factory.inTransaction(
          session -> {
            IdSpaceEntities.Order order = new IdSpaceEntities.Order();
            IdSpaceEntities.Item item = new IdSpaceEntities.Item();
            session.persist(order);
            session.persist(item);
            IdSpaceEntities.OnGetter other = new IdSpaceEntities.OnGetter();
            session.persist(other);
            assertThat(other.getId()).isGreaterThan(order.id);
            assertThat(workerOf(item.id)).isEqualTo(77);
            assertThat(order.id).isPositive();
          });
      assertThat(workers("orders"))
          .extracting(WorkerInfo::layout)
          .singleElement()
          .matches(layout -> layout.contains("worker=10"));
      assertThat(workers("items")).isEmpty();
      assertThat(workers("default")).hasSize(1);
    }
  }

  @Test
  void missingTableIsCreatedThoughHibernateCreatesNone() {
    Map<String, Object> settings = Map.of("hibernate.hbm2ddl.auto", "none");
    TestFactory.open(database, settings, Entities.Named.class).close();
    assertThat(workers("default")).hasSize(1);
  }

  @Test
  @Tag("slow") // waits ten seconds
  void missingTableIsReportedWithARemedyIfItMayNotBeCreated() {
    Map<String, Object> settings =
        Map.of("hibernate.hbm2ddl.auto", "none", SnowflakeSettings.CREATE_TABLE, "false");
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> TestFactory.open(database, settings, Entities.Named.class))
        .withMessageContaining("worker table does not exist (table=snowbraid_worker")
        .withMessageContaining("create table if not exists snowbraid_worker (");
    JdbcWorkerSource.of(database).createTableIfMissing();
    TestFactory.open(database, settings, Entities.Named.class).close();
  }

  @Test
  void recordsOutliveTablesThatAreDroppedAndCreated() {
    TestFactory.open(database, Map.of(), Entities.Named.class).close();
    long fence = workers("default").get(0).fence();
    TestFactory.open(database, Map.of(), Entities.Named.class).close();
    assertThat(workers("default").get(0).fence()).isGreaterThan(fence);
  }

  @Test
  void closedFactoryIssuesNothing() {
    SessionFactory factory = TestFactory.open(database, Map.of(), Entities.Named.class);
    var generator =
        (SnowflakeIdentifierGenerator)
            factory
                .unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(Entities.Named.class)
                .getGenerator();
    factory.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> generator.generate(null, new Entities.Named()))
        .withMessageStartingWith(
            "no ids can be issued for the default id space: its session factory is closed or"
                + " closing");
  }
}
