package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.hibernate.packaged.Parcel;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShapesTest {

  private final HikariDataSource database = TestFactory.database("shapes");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.worker-id", 7, "snowbraid.codes.worker-id", 8),
            Shapes.Derived.class,
            Shapes.Animal.class,
            Shapes.Cat.class,
            Shapes.Vehicle.class,
            Shapes.Bicycle.class,
            Shapes.Shape.class,
            Shapes.Circle.class,
            Shapes.Embedding.class,
            Shapes.TwoIds.class,
            Shapes.Child.class,
            Shapes.Versioned.class,
            Parcel.class,
            Shapes.Ticket.class,
            Shapes.Counter.class);
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private <T> T persisted(T entity) {
    factory.inTransaction(session -> session.persist(entity));
    return entity;
  }

  private static void requireOurs(Long id) {
    assertThat(id).isNotNull();
    assertThat(Layout.DEFAULT.decode(id).worker()).isEqualTo(7);
  }

  @Test
  void mappedSuperclass() {
    requireOurs(persisted(new Shapes.Derived()).id);
  }

  @Test
  void singleTable() {
    requireOurs(persisted(new Shapes.Cat()).id);
  }

  @Test
  void joined() {
    requireOurs(persisted(new Shapes.Bicycle()).id);
  }

  @Test
  void tablePerClass() {
    requireOurs(persisted(new Shapes.Circle()).id);
  }

  @Test
  void embeddedId() {
    Shapes.Embedding entity = new Shapes.Embedding();
    entity.key.region = "north";
    requireOurs(persisted(entity).key.number);
  }

  @Test
  void idClass() {
    Shapes.TwoIds entity = new Shapes.TwoIds();
    entity.region = "north";
    requireOurs(persisted(entity).number);
  }

  @Test
  void mapsId() {
    Shapes.Child child = new Shapes.Child();
    child.parent = new Shapes.Derived();
    factory.inTransaction(
        session -> {
          session.persist(child.parent);
          session.persist(child);
        });
    requireOurs(child.id);
    assertThat(child.id).isEqualTo(child.parent.id);
  }

  @Test
  void otherAttributes() {
    Shapes.Ticket fresh = persisted(new Shapes.Ticket());
    requireOurs(fresh.number);
    assertThat(fresh.number).isNotEqualTo(fresh.id);
    assertThat(Layout.DEFAULT.decode(Long.parseLong(fresh.code)).worker()).isEqualTo(8);
    Shapes.Ticket preset = new Shapes.Ticket();
    preset.code = "mine";
    assertThat(persisted(preset).code).isEqualTo("mine");
  }

  @Test
  void otherAttributesThatAreSet() {
    Shapes.Ticket ticket = new Shapes.Ticket();
    ticket.number = 0L;
    ticket.code = "";
    persisted(ticket);
    assertThat(ticket.number).as("0 of a wrapper").isZero();
    assertThat(ticket.code).as("an empty text").hasSizeGreaterThan(10);
    requireOurs(persisted(new Shapes.Counter()).number);
  }

  @Test
  void annotationOfThePackage() {
    requireOurs(persisted(new Parcel()).id);
  }
}
