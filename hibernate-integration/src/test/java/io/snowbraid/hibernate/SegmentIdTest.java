package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentGenerators;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities whose ids are numbers of a tag. */
class SegmentIdTest {

  @Entity(name = "Order")
  @Table(name = "orders")
  static class Order {
    @Id
    @GeneratedValue(generator = "segment:orders")
    Long id;
  }

  @Entity(name = "Ticket")
  static class Ticket {
    @Id
    @SegmentId("tickets")
    String id;
  }

  @Entity(name = "Imported")
  static class Imported {
    @Id
    @SegmentId(value = "tickets", assigned = true)
    long id;
  }

  @Entity(name = "Misspelt")
  static class Misspelt {
    @Id
    @GeneratedValue(generator = "segmnet:orders")
    Long id;
  }

  @Entity(name = "Tagless")
  static class Tagless {
    @Id
    @GeneratedValue(generator = "segment")
    Long id;
  }

  @Entity(name = "Elsewhere")
  static class Elsewhere {
    @Id Long id;

    @SegmentId("tickets")
    Long number;
  }

  private final CountingDatabase database = new CountingDatabase("segments");

  @AfterEach
  void close() {
    database.close();
  }

  private SessionFactory open(Map<String, Object> settings, Class<?>... entities) {
    return TestFactory.open(database.dataSource(), settings, entities);
  }

  private static <E> List<E> persist(SessionFactory factory, int count, Supplier<E> entity) {
    return factory.fromTransaction(
        session -> {
          List<E> all = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            E each = entity.get();
            session.persist(each);
            all.add(each);
          }
          return all;
        });
  }

  @Test
  void numbersRiseAndBatchingStaysOn() {
    try (SessionFactory factory = open(Map.of(), Order.class)) {
      database.inserts();
      List<Order> orders = persist(factory, 100, Order::new);
      assertThat(orders).extracting(order -> order.id).isSorted().startsWith(1L).endsWith(100L);
      assertThat(database.inserts()).isEqualTo(new CountingDatabase.Inserts(2, 0));
    }
  }

  @Test
  void unusedNumbersAreGivenBackWhenTheFactoryIsClosed() {
    Map<String, Object> settings = Map.of("hibernate.hbm2ddl.auto", "update");
    try (SessionFactory factory = open(settings, Order.class)) {
      assertThat(persist(factory, 3, Order::new).get(2).id).isEqualTo(3);
    }
    assertThat(JdbcSegmentSource.of(database.dataSource()).peek("orders")).hasValue(4);
    try (SessionFactory factory = open(settings, Order.class)) {
      assertThat(persist(factory, 1, Order::new).get(0).id).isEqualTo(4);
    }
  }

  @Test
  void entitiesWithOneTagShareItsNumbers() {
    try (SessionFactory factory = open(Map.of(), Ticket.class, Imported.class, Order.class)) {
      assertThat(persist(factory, 1, Ticket::new).get(0).id).isEqualTo("1");
      assertThat(persist(factory, 1, Imported::new).get(0).id).isEqualTo(2);
      assertThat(persist(factory, 1, Order::new).get(0).id).isEqualTo(1);
      Imported own = new Imported();
      own.id = 1_000;
      assertThat(persist(factory, 1, () -> own).get(0).id).isEqualTo(1_000);
    }
  }

  @Test
  void applicationMaySupplyTheGenerators() {
    JdbcSegmentSource source = JdbcSegmentSource.of(database.dataSource()).withTable("numbers");
    assertThat(source.create("orders", 5_000)).isTrue();
    try (SegmentGenerators numbers = SegmentGenerators.builder().source(source).build()) {
      try (SessionFactory factory = open(Map.of("snowbraid.segments", numbers), Order.class)) {
        assertThat(persist(factory, 1, Order::new).get(0).id).isEqualTo(5_000);
      }
      assertThat(numbers.nextId("orders")).isEqualTo(5_001);
    }
  }

  @Test
  void tableCanBeNamedAndNeedNotBeCreatedHere() {
    Map<String, Object> settings =
        Map.of("snowbraid.segment-table", "numbers", "snowbraid.create-table", "false");
    JdbcSegmentSource source = JdbcSegmentSource.of(database.dataSource()).withTable("numbers");
    assertThat(source.create("orders", 7)).isTrue();
    try (SessionFactory factory = open(settings, Order.class)) {
      assertThat(persist(factory, 1, Order::new).get(0).id).isEqualTo(7);
    }
  }

  /**
   * The first numbers are drawn when the factory opens, so a session needs no second connection.
   */
  @Test
  void poolOfOneConnectionIsEnough() {
    try (HikariDataSource single = TestFactory.database("single")) {
      single.setMaximumPoolSize(1);
      try (SessionFactory factory = TestFactory.open(single, Map.of(), Order.class)) {
        assertThat(persist(factory, 5, Order::new)).hasSize(5);
      }
    }
  }

  @Test
  void transactionThatHoldsTheOnlyConnectionForLongLearnsWhatToDo() {
    try (HikariDataSource single = TestFactory.database("held")) {
      single.setMaximumPoolSize(1);
      try (SessionFactory factory = TestFactory.open(single, Map.of(), Order.class)) {
        factory.inTransaction(
            session -> {
              session.createNativeQuery("select 1", Integer.class).getSingleResult();
              assertThatExceptionOfType(IdsUnavailableException.class)
                  .isThrownBy(
                      () -> {
                        for (int i = 0; i < 1_000; i++) {
                          session.persist(new Order());
                        }
                      })
                  .withMessageContaining("tag=orders, waited for 5 s")
                  .withMessageContaining("that callers do not hold all of its connections");
            });
      }
    }
  }

  @Test
  void numbersAreNotIssuedWithoutAFactory() {
    SessionFactory factory = open(Map.of(), Order.class);
    factory.close();
    try (SessionFactory again = open(Map.of(), Order.class)) {
      assertThat(persist(again, 1, Order::new).get(0).id).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Misspelt.class, Tagless.class})
  void mistypedNameIsRejectedBecauseItWouldBeASequence(Class<?> entity) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(Map.of(), entity))
        .withMessageContaining(
            "which Hibernate would resolve to a database sequence; write generator")
        .withMessageContaining("segment:");
  }

  @Test
  void attributeThatIsNoIdentifierIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(Map.of(), Elsewhere.class))
        .withMessageContaining("has @SegmentId but is not an identifier; add @Id");
  }

  @Test
  void suppliedObjectOfAnotherTypeIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(Map.of("snowbraid.segments", "orders"), Order.class))
        .withMessageContaining(
            "snowbraid.segments must be an object of type SegmentGenerators, "
                + "but is orders (java.lang.String)");
  }
}
