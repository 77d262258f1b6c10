package io.snowbraid.spring;

import static io.zonky.test.db.AutoConfigureEmbeddedDatabase.DatabaseProvider.EMBEDDED;
import static io.zonky.test.db.AutoConfigureEmbeddedDatabase.DatabaseType.POSTGRES;
import static io.zonky.test.db.AutoConfigureEmbeddedDatabase.RefreshMode.AFTER_EACH_TEST_METHOD;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.spring.orders.Purchase;
import io.zonky.test.db.AutoConfigureEmbeddedDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Tests applications whose schema is reset while they run, as by a test suite that has one cached
 * context. Workers from a directory survive that. Those from a table do not, and the first failure
 * says what to set.
 */
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class SchemaResetTest {

  private static final int RESETS = 3;
  private static final int IDS = 50;
  private static final String REMEDY =
      "in tests that reset the schema, set snowbraid.directory (docs/testing.md)";
  private static final String TABLE = "create table purchase (id bigint primary key)";

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  static class Shop {

    @Bean
    ManualClock clock() {
      return new ManualClock();
    }

    @Bean
    SnowflakeBuilderCustomizer customizer(ManualClock clock) {
      return builder -> builder.clock(clock);
    }
  }

  /** Stores entities. Before, the grant ends, so that the record is looked up. */
  private static List<Long> store(ApplicationContext context) {
    context.getBean(ManualClock.class).move(ofMinutes(2));
    List<Long> ids = new ArrayList<>();
    context
        .getBean(EntityManagerFactory.class)
        .unwrap(SessionFactory.class)
        .inTransaction(
            session -> {
              for (int i = 0; i < IDS; i++) {
                Purchase purchase = new Purchase();
                session.persist(purchase);
                ids.add(purchase.getId());
              }
            });
    return ids;
  }

  private static void requireRemedy(ApplicationContext context) {
    assertThatExceptionOfType(SnowbraidException.class)
        .isThrownBy(() -> store(context))
        .withMessageContaining(REMEDY);
  }

  /** How a suite resets the schema between two tests. */
  enum Way {
    FLYWAY("spring.flyway.enabled=true") {
      @Override
      void reset(SchemaResetTest test, ApplicationContext context) {
        Flyway flyway = context.getBean(Flyway.class);
        flyway.clean();
        flyway.migrate();
      }
    },
    LIQUIBASE("spring.liquibase.enabled=true") {
      @Override
      void reset(SchemaResetTest test, ApplicationContext context) throws LiquibaseException {
        context.getBean(SpringLiquibase.class).afterPropertiesSet();
      }
    },
    DROP_ALL_OBJECTS("spring.sql.init.mode=always") {
      @Override
      void reset(SchemaResetTest test, ApplicationContext context) {
        context.getBean(JdbcTemplate.class).execute("drop all objects");
        context.getBean(JdbcTemplate.class).execute(TABLE);
      }
    },
    SECOND_CONTEXT("spring.sql.init.mode=always") {
      @Override
      void reset(SchemaResetTest test, ApplicationContext context) {
        test.start(this);
      }
    };

    private final String setting;

    Way(String setting) {
      this.setting = setting;
    }

    abstract void reset(SchemaResetTest test, ApplicationContext context) throws Exception;
  }

  @TempDir private Path scripts;
  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();
  private final List<String> settings = new ArrayList<>();

  /** Starts a context that stays open, as those that Spring's tests cache. */
  private ConfigurableApplicationContext start(Way way) {
    try {
      Files.writeString(scripts.resolve("V1__purchase.sql"), TABLE);
      Files.writeString(
          scripts.resolve("log.sql"), "--liquibase formatted sql\n--changeset me:1\n" + TABLE);
      Files.writeString(scripts.resolve("clean.sql"), "drop all objects; " + TABLE);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    List<String> all = new ArrayList<>(settings);
    all.add(way.setting);
    all.addAll(
        List.of(
            "spring.datasource.url=" + database,
            "spring.flyway.locations=filesystem:" + scripts,
            "spring.flyway.clean-disabled=false",
            "spring.liquibase.change-log=" + scripts.resolve("log.sql").toUri(),
            "spring.liquibase.drop-first=true",
            "spring.sql.init.schema-locations=" + scripts.resolve("clean.sql").toUri(),
            "spring.jpa.hibernate.ddl-auto=none"));
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Shop.class)
            .run(all.stream().map(setting -> "--" + setting).toArray(String[]::new));
    contexts.add(context);
    return context;
  }

  @AfterEach
  void close() {
    contexts.forEach(ConfigurableApplicationContext::close);
  }

  @ParameterizedTest
  @EnumSource
  void idsStayUniqueWithADirectory(Way way, @TempDir Path directory) throws Exception {
    settings.add("snowbraid.directory=" + directory);
    ConfigurableApplicationContext context = start(way);
    List<Long> ids = new ArrayList<>(store(context));
    for (int i = 0; i < RESETS; i++) {
      way.reset(this, context);
      contexts.forEach(each -> ids.addAll(store(each)));
    }
    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo((RESETS + 1) * IDS);
  }

  @ParameterizedTest
  @EnumSource
  void firstFailureWithATableNamesTheDirectory(Way way, CapturedOutput log) throws Exception {
    ConfigurableApplicationContext context = start(way);
    way.reset(this, context);
    requireRemedy(context);
    await().atMost(ofMinutes(1)).until(() -> log.getOut().contains(REMEDY));
  }

  @Test
  void firstFailureOfNumbersNamesTheDirectory() throws Exception {
    settings.add("snowbraid.segments.orders.max-wait=100ms");
    ConfigurableApplicationContext context = start(Way.DROP_ALL_OBJECTS);
    SegmentGenerators numbers = context.getBean(SegmentGenerators.class);
    assertThat(numbers.nextId("orders")).isEqualTo(1);
    Way.DROP_ALL_OBJECTS.reset(this, context);
    await() // until the store has answered within the short time that a call waits
        .atMost(ofMinutes(1))
        .untilAsserted(
            () ->
                assertThatExceptionOfType(IdsUnavailableException.class)
                    .isThrownBy(() -> takeAll(numbers))
                    .withMessageContaining(REMEDY));
  }

  /** Takes numbers until none is buffered and no more can be drawn. */
  private static void takeAll(SegmentGenerators numbers) {
    while (true) {
      numbers.nextId("orders");
    }
  }

  @Nested
  @SpringBootTest(classes = Shop.class, properties = "spring.jpa.hibernate.ddl-auto=none")
  @AutoConfigureEmbeddedDatabase(
      type = POSTGRES,
      provider = EMBEDDED,
      refresh = AFTER_EACH_TEST_METHOD)
  @DirtiesContext
  class WithEmbeddedDatabaseAndDirectory {

    private static final Set<Long> ALL = new HashSet<>();
    @TempDir private static Path directory;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
      registry.add("snowbraid.directory", directory::toString);
    }

    @RepeatedTest(RESETS)
    void idsStayUnique(@Autowired ApplicationContext context, RepetitionInfo test) {
      context.getBean(JdbcTemplate.class).execute(TABLE);
      ALL.addAll(store(context));
      assertThat(ALL).hasSize(test.getCurrentRepetition() * IDS);
    }
  }

  @Nested
  @SpringBootTest(classes = Shop.class, properties = "spring.jpa.hibernate.ddl-auto=none")
  @AutoConfigureEmbeddedDatabase(
      type = POSTGRES,
      provider = EMBEDDED,
      refresh = AFTER_EACH_TEST_METHOD)
  @DirtiesContext
  class WithEmbeddedDatabaseAndTable {

    @RepeatedTest(2)
    void firstFailureNamesTheDirectory(@Autowired ApplicationContext context, RepetitionInfo test) {
      context.getBean(JdbcTemplate.class).execute(TABLE);
      if (test.getCurrentRepetition() == 1) {
        store(context);
      } else { // each database begins as the context left the first one at its start
        requireRemedy(context);
      }
    }
  }
}
