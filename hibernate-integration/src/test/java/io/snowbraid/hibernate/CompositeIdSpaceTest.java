package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A part of a composite identifier may name an id space, and may be assigned. */
class CompositeIdSpaceTest {

  private final HikariDataSource database = TestFactory.database("parts");
  private SessionFactory factory;

  @Embeddable
  record Place(@GeneratedValue(generator = "snowflake:places") Long number, String region) {}

  @Entity(name = "Shop")
  static class Shop {
    @EmbeddedId Place place;
  }

  @Entity(name = "Seat")
  @IdClass(IdentifierEntities.Pair.class)
  static class Seat {
    private Long number;
    private String region;

    @Id
    @GeneratedValue(generator = "snowflake:places")
    Long getNumber() {
      return number;
    }

    void setNumber(Long number) {
      this.number = number;
    }

    @Id
    String getRegion() {
      return region;
    }

    void setRegion(String region) {
      this.region = region;
    }
  }

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.places.worker-id", 9, "snowbraid.assigned-ids", true),
            Shop.class,
            Seat.class);
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

  private static Shop shop(Long number) {
    Shop shop = new Shop();
    shop.place = new Place(number, "north");
    return shop;
  }

  private static Seat seat(Long number) {
    Seat seat = new Seat();
    seat.setNumber(number);
    seat.setRegion("north");
    return seat;
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  @Test
  void embeddedRecord() {
    Place place = persisted(shop(null)).place;
    assertThat(worker(place.number())).isEqualTo(9);
    assertThat(place.region()).isEqualTo("north");
  }

  @Test
  void classOfTheIdentifierOnGetters() {
    assertThat(worker(persisted(seat(null)).getNumber())).isEqualTo(9);
  }

  @Test
  void assignedPartsAreKept() {
    assertThat(persisted(shop(42L)).place.number()).isEqualTo(42);
    assertThat(persisted(seat(43L)).getNumber()).isEqualTo(43);
  }
}
