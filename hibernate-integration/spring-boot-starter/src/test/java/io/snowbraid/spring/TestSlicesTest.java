package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.spring.internal.SnowbraidTestSliceAutoConfiguration;
import io.snowbraid.spring.orders.Purchase;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.data.r2dbc.test.autoconfigure.DataR2dbcTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.json.JacksonTester;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The generators are available in Spring Boot's test slices, too. */
class TestSlicesTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  static class Application {}

  private static final int IDS = 100;

  /** All ids of slices whose workers come from the directory. */
  private static final Set<Long> OF_DIRECTORY = new HashSet<>();

  @TempDir private static Path directory;

  private static void assertLeased(IdGenerator ids, DataSource database) {
    assertThat(ids.nextIds(IDS)).doesNotHaveDuplicates().hasSize(IDS);
    assertThat(JdbcWorkerSource.of(database).workers()).hasSize(1);
  }

  private static void assertDrawn(SegmentGenerators numbers, DataSource database) {
    assertThat(numbers.nextId("orders")).isEqualTo(1);
    assertThat(JdbcSegmentSource.of(database).tags()).containsExactly("orders");
  }

  @Nested
  @DataJpaTest
  @ContextConfiguration(classes = Application.class)
  class OfJpa {

    @Autowired private Snowflake ids;
    @Autowired private ObjectProvider<SegmentGenerators> numbers;
    @Autowired private EntityManager entities;
    @Autowired private DataSource database;
    @Autowired private ObjectProvider<SnowbraidTestSliceAutoConfiguration> slice;

    @Test
    void entitiesGetIdsOfTheBean() {
      assertLeased(ids, database);
      long before = ids.nextId();
      Purchase purchase = new Purchase();
      entities.persist(purchase);
      assertThat(purchase.getId()).isStrictlyBetween(before, ids.nextId());
    }

    @Test
    void contextIsMarked() {
      assertThat(slice.getIfAvailable()).isNotNull();
    }

    @Test
    void numbersAreThere() {
      assertDrawn(numbers.getObject(), database);
      assertThat(entities.getEntityManagerFactory().getProperties())
          .containsKey(SnowflakeSettings.SEGMENTS);
    }
  }

  @Nested
  @SpringBootTest(classes = Application.class)
  class OfNone {

    @Autowired private ObjectProvider<SnowbraidTestSliceAutoConfiguration> slice;

    @Test
    void contextIsNotMarked() {
      assertThat(slice.getIfAvailable()).isNull();
    }
  }

  @Nested
  @DataJdbcTest
  @ContextConfiguration(classes = Application.class)
  class OfSpringDataJdbc {

    @Autowired private IdGenerator ids;
    @Autowired private ObjectProvider<SegmentGenerators> numbers;
    @Autowired private DataSource database;

    @Test
    void beanIsThere() {
      assertLeased(ids, database);
    }

    @Test
    void numbersAreThere() {
      assertDrawn(numbers.getObject(), database);
    }
  }

  @Nested
  @JdbcTest
  @ContextConfiguration(classes = Application.class)
  class OfJdbc {

    @Autowired private IdGenerator ids;
    @Autowired private ObjectProvider<SegmentGenerators> numbers;
    @Autowired private DataSource database;

    @Test
    void beanIsThere() {
      assertLeased(ids, database);
    }

    @Test
    void numbersAreThere() {
      assertDrawn(numbers.getObject(), database);
    }
  }

  /** Several slices in one process, whose databases are gone sooner than the directory. */
  abstract static class WithDirectory {

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
      registry.add("snowbraid.directory", directory::toString);
    }

    @RepeatedTest(2)
    void idsAreUnique(@Autowired IdGenerator ids) {
      int before = OF_DIRECTORY.size();
      Arrays.stream(ids.nextIds(IDS)).forEach(OF_DIRECTORY::add);
      assertThat(OF_DIRECTORY).hasSize(before + IDS);
    }
  }

  @Nested
  @DataJpaTest
  @ContextConfiguration(classes = Application.class)
  @DirtiesContext
  class OfJpaWithDirectory extends WithDirectory {}

  @Nested
  @JdbcTest
  @ContextConfiguration(classes = Application.class)
  @DirtiesContext
  class OfJdbcWithDirectory extends WithDirectory {}

  record Parcel(@SnowflakeId long id) {}

  @Nested
  @JsonTest(properties = "snowbraid.json.ids-as-strings=true")
  @ContextConfiguration(classes = Application.class)
  class OfJson {

    @Autowired private JacksonTester<Parcel> json;

    @Test
    void idsAreStrings() throws IOException {
      assertThat(json.write(new Parcel(1L << 60)).getJson())
          .isEqualTo("{\"id\":\"1152921504606846976\"}");
    }
  }

  /** An application without a DataSource. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class ReactiveApplication {}

  record Item(@Id @SnowflakeId Long id) {}

  @Nested
  @DataR2dbcTest(properties = {"spring.autoconfigure.exclude=", "snowbraid.worker-id=7"})
  @ContextConfiguration(classes = ReactiveApplication.class)
  class OfSpringDataR2dbc {

    @Autowired private IdGenerator ids;
    @Autowired private R2dbcEntityTemplate template;

    @Test
    void entitiesGetIdsOfTheBean() {
      long before = ids.nextId();
      template
          .getDatabaseClient()
          .sql("CREATE TABLE item (id BIGINT PRIMARY KEY)")
          .fetch()
          .rowsUpdated()
          .block();
      Item item = template.insert(new Item(null)).block();
      assertThat(item.id()).isStrictlyBetween(before, ids.nextId());
    }
  }
}
