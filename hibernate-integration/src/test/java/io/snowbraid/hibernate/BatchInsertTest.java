package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.hibernate.CountingDatabase.Inserts;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ids need no statement, so inserts reach the database in batches of 50. */
class BatchInsertTest {

  private final CountingDatabase database = new CountingDatabase("batches");
  private SessionFactory factory;

  @Entity(name = "Basket")
  static class Basket {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @OneToMany(mappedBy = "basket", cascade = CascadeType.PERSIST)
    List<Fruit> fruits = new ArrayList<>();

    static Basket of(int fruits) {
      Basket basket = new Basket();
      Stream.generate(Fruit::new).limit(fruits).forEach(basket::add);
      return basket;
    }

    private void add(Fruit fruit) {
      fruit.basket = this;
      fruits.add(fruit);
    }
  }

  @Entity(name = "Fruit")
  static class Fruit {
    @Id @SnowflakeId Long id;

    @ManyToOne Basket basket;
  }

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database.dataSource(),
            Map.of(
                "snowbraid.worker-id",
                7,
                "hibernate.order_inserts",
                true,
                "snowbraid.assigned-ids",
                true),
            Entities.Named.class,
            Entities.Identity.class,
            IdentifierEntities.Vehicle.class,
            IdentifierEntities.Bicycle.class,
            IdentifierEntities.Versioned.class,
            Basket.class,
            Fruit.class);
    database.inserts();
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private Inserts persisting(int count, Supplier<Object> entities) {
    factory.inTransaction(
        session -> Stream.generate(entities).limit(count).forEach(session::persist));
    return database.inserts();
  }

  @Test
  void identityColumnsShowWhatIsCounted() {
    assertThat(persisting(1_000, Entities.Identity::new)).isEqualTo(new Inserts(0, 1_000));
  }

  @Test
  void persist() {
    assertThat(persisting(1_000, Entities.Named::new)).isEqualTo(new Inserts(20, 0));
  }

  @Test
  void persistWithAnAssignedId() {
    Entities.Named[] last = {new Entities.Named()};
    Supplier<Object> assigned =
        () -> {
          Entities.Named next = new Entities.Named();
          next.id = last[0].id == null ? 1 : last[0].id + 1;
          last[0] = next;
          return next;
        };
    assertThat(persisting(1_000, assigned)).isEqualTo(new Inserts(20, 0));
  }

  @Test
  void persistWithAVersion() {
    assertThat(persisting(1_000, IdentifierEntities.Versioned::new)).isEqualTo(new Inserts(20, 0));
  }

  @Test
  void tablesOfASuperclassAndASubclass() {
    Inserts inserts = persisting(200, IdentifierEntities.Bicycle::new);
    assertThat(inserts.single()).isZero();
    assertThat(inserts.batches()).isEqualTo(8);
  }

  @Test
  void orderedInsertsOfParentsAndChildren() {
    assertThat(persisting(3, () -> Basket.of(100))).isEqualTo(new Inserts(7, 0));
  }

  @Test
  @Tag("orm-7") // as compiled here
  void insertMultiple() {
    List<Entities.Named> many = Stream.generate(Entities.Named::new).limit(1_000).toList();
    factory.inStatelessTransaction(session -> session.insertMultiple(many));
    Inserts inserts = database.inserts();
    assertThat(inserts.single()).isZero();
    assertThat(inserts.batches()).isBetween(1, 20);
    assertThat(many).extracting(entity -> entity.id).doesNotHaveDuplicates().isSorted();
  }
}
