package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.hibernate.packaged.Parcel;
import io.snowbraid.layout.Layout;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdentifierMappingTest {

  private final HikariDataSource database = TestFactory.database("shapes");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.worker-id", 7, "snowbraid.codes.worker-id", 8),
            IdentifierEntities.Derived.class,
            IdentifierEntities.Animal.class,
            IdentifierEntities.Cat.class,
            IdentifierEntities.Vehicle.class,
            IdentifierEntities.Bicycle.class,
            IdentifierEntities.Shape.class,
            IdentifierEntities.Circle.class,
            IdentifierEntities.Embedding.class,
            IdentifierEntities.TwoIds.class,
            IdentifierEntities.Child.class,
            IdentifierEntities.Versioned.class,
            Parcel.class,
            IdentifierEntities.Ticket.class,
            IdentifierEntities.Counter.class);
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
    requireOurs(persisted(new IdentifierEntities.Derived()).id);
  }

  @Test
  void singleTable() {
    requireOurs(persisted(new IdentifierEntities.Cat()).id);
  }

  @Test
  void joined() {
    requireOurs(persisted(new IdentifierEntities.Bicycle()).id);
  }

  @Test
  void tablePerClass() {
    requireOurs(persisted(new IdentifierEntities.Circle()).id);
  }

  @Test
  void embeddedId() {
    IdentifierEntities.Embedding entity = new IdentifierEntities.Embedding();
    entity.key.region = "north";
    requireOurs(persisted(entity).key.number);
  }

  @Test
  void idClass() {
    IdentifierEntities.TwoIds entity = new IdentifierEntities.TwoIds();
    entity.region = "north";
    requireOurs(persisted(entity).number);
  }

  @Test
  void mapsId() {
    IdentifierEntities.Child child = new IdentifierEntities.Child();
    child.parent = new IdentifierEntities.Derived();
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
    IdentifierEntities.Ticket fresh = persisted(new IdentifierEntities.Ticket());
    requireOurs(fresh.number);
    assertThat(fresh.number).isNotEqualTo(fresh.id);
    assertThat(Layout.DEFAULT.decode(Long.parseLong(fresh.code)).worker()).isEqualTo(8);
    IdentifierEntities.Ticket preset = new IdentifierEntities.Ticket();
    preset.code = "mine";
    assertThat(persisted(preset).code).isEqualTo("mine");
  }

  @Test
  void otherAttributesThatAreSet() {
    IdentifierEntities.Ticket ticket = new IdentifierEntities.Ticket();
    ticket.number = 0L;
    ticket.code = "";
    persisted(ticket);
    assertThat(ticket.number).as("0 of a wrapper").isZero();
    assertThat(ticket.code).as("an empty text").hasSizeGreaterThan(10);
    requireOurs(persisted(new IdentifierEntities.Counter()).number);
  }

  @Test
  void annotationOfThePackage() {
    requireOurs(persisted(new Parcel()).id);
  }
}
