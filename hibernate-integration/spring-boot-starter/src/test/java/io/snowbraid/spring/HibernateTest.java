package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.snowflake;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import io.snowbraid.spring.TestContexts.PrimaryDatabase;
import io.snowbraid.spring.internal.HibernateConfiguration;
import io.snowbraid.spring.orders.Purchase;
import io.snowbraid.worker.WorkerSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/** Tests that Hibernate uses the bean for its ids. */
class HibernateTest {

  @Configuration(proxyBeanMethods = false)
  @EntityScan(basePackageClasses = Purchase.class)
  static class Entities {}

  private static ApplicationContextRunner jpa() {
    return TestContexts.withDatabase()
        .withConfiguration(
            AutoConfigurations.of(
                HibernateJpaAutoConfiguration.class, SnowbraidAutoConfiguration.class))
        .withUserConfiguration(Entities.class);
  }

  private static void assertRejected(ApplicationContextRunner runner, String... words) {
    runner.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContainingAll(words));
  }

  private static long persisted(EntityManagerFactory factory) {
    return factory
        .unwrap(SessionFactory.class)
        .fromTransaction(
            entities -> {
              Purchase purchase = new Purchase();
              entities.persist(purchase);
              return purchase.getId();
            });
  }

  @Test
  void entitiesGetIdsOfTheBean() {
    jpa()
        .run(
            context -> {
              Snowflake ids = snowflake(context);
              long before = ids.nextId();
              long id = persisted(context.getBean(EntityManagerFactory.class));
              assertThat(id).isStrictlyBetween(before, ids.nextId());
              assertThat(ids.status().issued()).isEqualTo(3);
              assertThat(TestContexts.workers(context).workers()).hasSize(1);
            });
  }

  @Test
  void entitiesOfOneDatabaseGetIdsWhoseWorkerIsOfAnother() {
    jpa()
        .withUserConfiguration(PrimaryDatabase.class)
        .withPropertyValues("snowbraid.data-source=ids", "spring.jpa.hibernate.ddl-auto=create")
        .run(
            context -> {
              Snowflake ids = snowflake(context);
              long before = ids.nextId();
              assertThat(persisted(context.getBean(EntityManagerFactory.class)))
                  .isStrictlyBetween(before, ids.nextId());
              DataSource database = context.getBean("ids", DataSource.class);
              assertThat(JdbcWorkerSource.of(database).workers()).hasSize(1);
            });
  }

  /**
   * The Hibernate integration without the bean, for example in another process, uses the same
   * table.
   */
  @ParameterizedTest
  @CsvSource({"app, app.snowbraid_worker", "`my-schema`, \"my-schema\".snowbraid_worker"})
  void tableOfWorkersIsInTheDefaultSchemaOfHibernate(String setting, String table) {
    jpa()
        .withPropertyValues(
            "spring.datasource.url=jdbc:h2:mem:x;INIT=create schema if not exists app\\;create"
                + " schema if not exists \"my-schema\"",
            "spring.jpa.properties.hibernate.default_schema=" + setting)
        .run(
            context -> {
              assertThat(persisted(context.getBean(EntityManagerFactory.class))).isPositive();
              assertThat(TestContexts.workers(context).withTable(table).workers()).hasSize(1);
            });
  }

  /** The existing table records what was issued. */
  @Test
  void tableThatConnectionsFindStaysInUse() {
    jpa()
        .withPropertyValues(
            "spring.datasource.url=jdbc:h2:mem:x;INIT=create schema if not exists app\\;"
                + "runscript from 'classpath:io/snowbraid/jdbc/snowbraid_worker.sql'",
            "spring.datasource.hikari.maximum-pool-size=1",
            "spring.jpa.properties.hibernate.default_schema=app")
        .run(
            context ->
                assertThat(
                        TestContexts.workers(context)
                            .withTable("PUBLIC.snowbraid_worker")
                            .workers())
                    .hasSize(1));
  }

  @Test
  void schemaThatHibernateCreatesLaterIsNotNeeded() {
    jpa()
        .withPropertyValues(
            "spring.jpa.properties.hibernate.default_schema=later",
            "spring.jpa.properties.hibernate.hbm2ddl.create_namespaces=true",
            "spring.jpa.hibernate.ddl-auto=create")
        .run(
            context -> {
              assertThat(persisted(context.getBean(EntityManagerFactory.class))).isPositive();
              assertThat(
                      TestContexts.workers(context).withTable("PUBLIC.snowbraid_worker").workers())
                  .hasSize(1);
            });
  }

  /** Nothing can be created while the only schema of the path is missing. */
  @ParameterizedTest
  @ValueSource(strings = {"update", "create"})
  void onlySchemaOfPostgresIsCreated(String ddl) throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      jpa()
          .withPropertyValues(
              "spring.datasource.url="
                  + server.getJdbcUrl("postgres", "postgres")
                  + "&currentSchema=app",
              "spring.jpa.properties.hibernate.default_schema=app",
              "spring.jpa.properties.hibernate.hbm2ddl.create_namespaces=true",
              "spring.jpa.hibernate.ddl-auto=" + ddl)
          .run(
              context -> {
                assertThat(persisted(context.getBean(EntityManagerFactory.class))).isPositive();
                assertThat(
                        TestContexts.workers(context).withTable("app.snowbraid_worker").workers())
                    .hasSize(1);
              });
    }
  }

  @Test
  void shareHoldsForFurtherIdSpacesToo() {
    jpa()
        .withPropertyValues("snowbraid.workers=20-30")
        .run(
            context -> {
              assertThat(snowflake(context).workerId()).isEqualTo(20);
              assertThat(
                      context
                          .getBean(EntityManagerFactory.class)
                          .getProperties()
                          .get(SnowflakeSettings.WORKERS))
                  .isEqualTo("20-30");
            });
  }

  @Test
  void entitiesGetIdsOfAGeneratorBean() {
    jpa()
        .withBean(
            IdGenerator.class, () -> Snowflake.builder().worker(WorkerSource.fixed(77)).build())
        .run(
            context -> {
              long id = persisted(context.getBean(EntityManagerFactory.class));
              assertThat(Layout.DEFAULT.decode(id).worker()).isEqualTo(77);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoGenerators {

    @Bean
    Snowflake one() {
      return Snowflake.builder().worker(WorkerSource.fixed(1)).build();
    }

    @Bean
    Snowflake two() {
      return Snowflake.builder().worker(WorkerSource.fixed(2)).build();
    }
  }

  @Test
  void oneOfSeveralGeneratorsHasToBePrimary() {
    jpa()
        .withUserConfiguration(TwoGenerators.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(NoUniqueBeanDefinitionException.class)
                    .hasMessageContaining("one,two"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"worker-id", "layout", "table", "namespace", "horizon", "max-wait", "data-source"})
  void settingOfHibernateThatWouldBeIgnoredIsRejected(String name) {
    assertRejected(
        jpa().withPropertyValues("spring.jpa.properties.snowbraid." + name + "=3"),
        "spring.jpa.properties.snowbraid." + name,
        "set snowbraid." + name + " instead");
  }

  @Test
  void settingsOfAnUnmappedIdSpaceAreRejected() {
    jpa()
        .withPropertyValues("spring.jpa.properties.snowbraid.orders.worker-id=3")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "snowbraid.orders.worker-id must name one of the mapped id spaces []"));
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherGenerator {

    @Bean
    HibernatePropertiesCustomizer ownCustomizer() {
      return properties ->
          properties.put(
              SnowflakeSettings.GENERATOR,
              Snowflake.builder().worker(WorkerSource.fixed(78)).build());
    }
  }

  @Test
  void otherGeneratorOfHibernateIsRejected() {
    assertRejected(
        jpa().withUserConfiguration(OtherGenerator.class),
        "spring.jpa.properties.snowbraid.generator",
        "worker=78",
        "which is a different object");
  }

  @Configuration(proxyBeanMethods = false)
  static class SameGenerator {

    @Bean
    HibernatePropertiesCustomizer ownCustomizer(Snowflake snowflake) {
      return properties -> properties.put(SnowflakeSettings.GENERATOR, snowflake);
    }
  }

  @Test
  void applicationThatPassesTheBeanItselfStarts() {
    jpa()
        .withUserConfiguration(SameGenerator.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @ParameterizedTest
  @ValueSource(classes = {SessionFactory.class, AbstractEntityManagerFactoryBean.class})
  void applicationWithoutHibernateStarts(Class<?> missing) {
    TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(missing))
        .run(
            context -> {
              assertThat(context).hasSingleBean(Snowflake.class);
              assertThat(context).doesNotHaveBean(HibernateConfiguration.class);
            });
  }

  @Test
  void applicationWithHibernateButWithoutItsAutoConfigurationStarts() {
    TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(HibernatePropertiesCustomizer.class))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Snowflake.class));
  }

  @Test
  void scriptsAfterHibernateCauseNoCycle() {
    jpa()
        .withPropertyValues(
            "spring.jpa.defer-datasource-initialization=true", "spring.sql.init.mode=always")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void workerIsReleasedAfterTheEntityManagersAndBeforeTheDataSource() {
    AtomicReference<EntityManagerFactory> managers = new AtomicReference<>();
    FaultyDatabase database = new FaultyDatabase();
    List<String> releases = new ArrayList<>();
    jpa()
        .withBean(DataSource.class, () -> database)
        .withBean(
            WorkerSource.class,
            () ->
                new RecordingWorkerSource(
                    JdbcWorkerSource.of(database).createTableIfMissing(),
                    () ->
                        releases.add(
                            "entity managers open="
                                + managers.get().isOpen()
                                + ", data source closed="
                                + database.isClosed())))
        .run(
            context -> {
              managers.set(context.getBean(EntityManagerFactory.class));
              persisted(context.getBean(EntityManagerFactory.class));
              assertThat(managers.get().isOpen()).isTrue();
            });
    assertThat(releases).containsExactly("entity managers open=false, data source closed=false");
    assertThat(database.isClosed()).isTrue();
  }
}
