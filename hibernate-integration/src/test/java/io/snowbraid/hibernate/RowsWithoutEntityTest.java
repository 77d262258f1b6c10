package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.CollectionId;
import org.hibernate.annotations.CollectionIdJdbcTypeCode;
import org.hibernate.annotations.GenericGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rows that are not objects of an entity class. */
class RowsWithoutEntityTest {

  private final HikariDataSource database = TestFactory.database("other_rows");

  @Entity(name = "Shelf")
  static class Shelf {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @ElementCollection
    @CollectionId(column = @jakarta.persistence.Column(name = "row_id"), generator = "snowflake")
    @CollectionIdJdbcTypeCode(java.sql.Types.BIGINT)
    List<String> titles = new ArrayList<>();
  }

  @Entity(name = "Rack")
  @SuppressWarnings("removal") // nothing else defines a generator here up to Hibernate 7.4
  static class Rack {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @ElementCollection
    @GenericGenerator(name = "snowflake", type = SnowflakeIdentifierGenerator.class)
    @CollectionId(column = @jakarta.persistence.Column(name = "row_id"), generator = "snowflake")
    @CollectionIdJdbcTypeCode(java.sql.Types.BIGINT)
    List<String> titles = new ArrayList<>();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void entityOfMaps(boolean isAssigned) {
    Map<String, Object> settings =
        Map.of("snowbraid.worker-id", 7, "snowbraid.assigned-ids", isAssigned);
    try (SessionFactory factory =
        TestFactory.configuration(database, settings)
            .addResource("io/snowbraid/hibernate/maps.hbm.xml")
            .buildSessionFactory()) {
      Map<String, Object> note = new HashMap<>(Map.of("text", "fresh"));
      factory.inTransaction(session -> session.persist("Note", note));
      assertThat((Long) note.get("id")).isGreaterThan(1L << 40);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("orm-6") // later versions reject a generator name here themselves, unless it is defined
  void rowsOfACollection(boolean isAssigned) {
    Shelf shelf = new Shelf();
    shelf.titles.addAll(List.of("one", "two", "two"));
    assertThat(rowIds(shelf, "Shelf_titles", isAssigned))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allMatch(id -> id > 1L << 40);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("before-orm-8") // there are no named generators of a class any more
  void rowsOfACollectionWithADefinedGenerator(boolean isAssigned) {
    Rack rack = new Rack();
    rack.titles.addAll(List.of("one", "two", "two"));
    assertThat(rowIds(rack, "Rack_titles", isAssigned))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allMatch(id -> id > 1L << 40);
  }

  private List<Long> rowIds(Object entity, String table, boolean isAssigned) {
    Map<String, Object> settings =
        Map.of("snowbraid.worker-id", 7, "snowbraid.assigned-ids", isAssigned);
    try (SessionFactory factory = TestFactory.open(database, settings, entity.getClass())) {
      factory.inTransaction(session -> session.persist(entity));
      return factory.fromSession(
          session ->
              session.createNativeQuery("select row_id from " + table, Long.class).getResultList());
    }
  }
}
