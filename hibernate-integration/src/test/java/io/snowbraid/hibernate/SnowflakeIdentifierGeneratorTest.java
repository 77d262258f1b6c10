package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.MappingException;
import org.hibernate.SessionEventListener;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnowflakeIdentifierGeneratorTest {

  private static final Map<String, Object> WORKER_7 = Map.of("snowbraid.worker-id", 7);

  private final HikariDataSource database = TestFactory.database("generator");

  @AfterEach
  void close() {
    database.close();
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  private static <T> T persist(SessionFactory factory, T entity) {
    factory.inTransaction(session -> session.persist(entity));
    return entity;
  }

  @Test
  void nameAloneGivesIds() {
    try (SessionFactory factory = TestFactory.open(database, WORKER_7, Entities.Named.class)) {
      Entities.Named first = persist(factory, new Entities.Named());
      Entities.Named second = persist(factory, new Entities.Named());
      assertThat(worker(first.id)).isEqualTo(7);
      assertThat(second.id).isGreaterThan(first.id);
      factory.inSession(
          session -> assertThat(session.find(Entities.Named.class, first.id)).isNotNull());
    }
  }

  @Test
  @Tag("orm-7")
  void nameAloneGivesIdsThroughJakartaPersistence() {
    try (EntityManagerFactory factory =
            new HibernatePersistenceConfiguration("test")
                .managedClass(Entities.Named.class)
                .property("hibernate.connection.datasource", database)
                .property("hibernate.hbm2ddl.auto", "create-drop")
                .property("snowbraid.worker-id", "7")
                .createEntityManagerFactory();
        EntityManager entities = factory.createEntityManager()) {
      Entities.Named entity = new Entities.Named();
      entities.getTransaction().begin();
      entities.persist(entity);
      entities.getTransaction().commit();
      assertThat(worker(entity.id)).isEqualTo(7);
    }
  }

  @Test
  void annotationAndAccessorsDoTheSame() {
    try (SessionFactory factory =
        TestFactory.open(database, WORKER_7, Entities.Annotated.class, Entities.OnGetter.class)) {
      assertThat(worker(persist(factory, new Entities.Annotated()).id)).isEqualTo(7);
      assertThat(worker(persist(factory, new Entities.OnGetter()).getId())).isEqualTo(7);
    }
  }

  @Test
  void identifierMayHaveAnyTypeThatHoldsAnId() {
    try (SessionFactory factory =
        TestFactory.open(
            database,
            WORKER_7,
            Entities.Primitive.class,
            Entities.Text.class,
            Entities.Big.class)) {
      assertThat(worker(persist(factory, new Entities.Primitive()).id)).isEqualTo(7);
      assertThat(worker(Long.parseLong(persist(factory, new Entities.Text()).id))).isEqualTo(7);
      BigInteger big = persist(factory, new Entities.Big()).id;
      assertThat(worker(big.longValueExact())).isEqualTo(7);
    }
  }

  @Test
  void identifierTooNarrowForAnIdIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> TestFactory.open(database, WORKER_7, Entities.TooNarrow.class))
        .withStackTraceContaining(
            "identifier of io.snowbraid.hibernate.Entities$TooNarrow with a Snowbraid id must have"
                + " type Long, long, String or BigInteger, but has java.lang.Integer;");
  }

  @Test
  void insertsStayInBatches() {
    try (SessionFactory factory =
        TestFactory.open(database, WORKER_7, Entities.Named.class, Entities.Identity.class)) {
      assertThat(insertThousand(factory, Entities.Named::new)).isEqualTo(new Executions(20, 0));
      assertThat(insertThousand(factory, Entities.Identity::new))
          .as("identity columns, which cannot be batched")
          .isEqualTo(new Executions(0, 1_000));
    }
  }

  private record Executions(int batches, int statements) {}

  private static Executions insertThousand(SessionFactory factory, Supplier<Object> entity) {
    int[] counts = new int[2];
    factory.inTransaction(
        session -> {
          session.addEventListeners(
              new SessionEventListener() {
                @Override
                public void jdbcExecuteBatchStart() {
                  counts[0]++;
                }

                @Override
                public void jdbcExecuteStatementStart() {
                  counts[1]++;
                }
              });
          for (int i = 0; i < 1_000; i++) {
            session.persist(entity.get());
          }
        });
    return new Executions(counts[0], counts[1]);
  }

  @Test
  @Tag("from-orm-7")
  void statelessSessionsGetIdsToo() {
    try (SessionFactory factory = TestFactory.open(database, WORKER_7, Entities.Named.class);
        StatelessSession session = factory.openStatelessSession()) {
      List<Entities.Named> many = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        many.add(new Entities.Named());
      }
      session.beginTransaction();
      session.insertMultiple(many);
      session.getTransaction().commit();
      assertThat(many).extracting(entity -> entity.id).doesNotHaveDuplicates().isSorted();
    }
  }

  @Test
  void generatorMayBeSupplied() {
    try (Snowflake ours = Snowflake.builder().worker(WorkerSource.fixed(99)).build();
        SessionFactory factory =
            TestFactory.open(database, Map.of("snowbraid.generator", ours), Entities.Named.class)) {
      assertThat(worker(persist(factory, new Entities.Named()).id)).isEqualTo(99);
    }
  }

  @Test
  void otherImplementationMayBeSupplied() {
    IdGenerator counter =
        new IdGenerator() {
          private long last = 41;

          @Override
          public long nextId() {
            return ++last;
          }

          @Override
          public void nextIds(long[] target) {
            throw new UnsupportedOperationException();
          }
        };
    try (SessionFactory factory =
        TestFactory.open(database, Map.of("snowbraid.generator", counter), Entities.Named.class)) {
      assertThat(persist(factory, new Entities.Named()).id).isEqualTo(42);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snowbraid.worker-id | one | snowbraid.worker-id must be a whole number of at least 0, but"
            + " is one",
        "snowbraid.worker-id | 128 | snowbraid.worker-id must be a whole number between 0 and 127,"
            + " but is 128",
        "snowbraid.worker-id | -1 | snowbraid.worker-id must be a whole number of at least 0, but"
            + " is -1",
        "snowbraid.generator | x | snowbraid.generator must be an object of type IdGenerator,"
            + " but is x (java.lang.String)",
      })
  void badSettingsAreRejected(String setting, String value, String message) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> TestFactory.open(database, Map.of(setting, value), Entities.Named.class))
        .withStackTraceContaining(message);
  }

  @Test
  void layoutIsASettingToo() {
    String layout = "time=41,worker=10,sequence=12,epoch=2025-01-01T00:00:00Z";
    Map<String, Object> settings = Map.of("snowbraid.worker-id", 1000, "snowbraid.layout", layout);
    try (SessionFactory factory = TestFactory.open(database, settings, Entities.Named.class)) {
      long id = persist(factory, new Entities.Named()).id;
      assertThat(Layout.parse(layout).decode(id).worker()).isEqualTo(1000);
    }
  }
}
