package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.hibernate.reactive.stage.Stage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hibernate Reactive has no JDBC connections, so a generator is passed to it. */
@Tag("current-orm")
class ReactiveTest {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static SessionFactory open(Map<String, Object> settings) {
    Configuration configuration =
        new Configuration()
            .addAnnotatedClass(IdSpaceEntities.Tenanted.class)
            .setProperty("hibernate.connection.url", server.getJdbcUrl("postgres", "postgres"))
            .setProperty("hibernate.connection.username", "postgres")
            .setProperty("hibernate.hbm2ddl.auto", "create");
    configuration.getProperties().putAll(settings);
    return configuration.buildSessionFactory(
        new ReactiveServiceRegistryBuilder().applySettings(configuration.getProperties()).build());
  }

  private static long persisted(SessionFactory factory, IdSpaceEntities.Tenanted entity)
      throws Exception {
    factory
        .unwrap(Stage.SessionFactory.class)
        .withTransaction(session -> session.persist(entity))
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
    return entity.id;
  }

  @Test
  void idsComeFromTheSuppliedGenerator() throws Exception {
    JdbcWorkerSource workers =
        JdbcWorkerSource.of(server.getPostgresDatabase()).createTableIfMissing();
    try (Snowflake generator = Snowflake.builder().worker(workers).build();
        SessionFactory factory =
            open(
                Map.of(
                    SnowflakeSettings.GENERATOR,
                    generator,
                    SnowflakeSettings.ASSIGNED_IDS,
                    true))) {
      long id = persisted(factory, new IdSpaceEntities.Tenanted());
      assertThat(Layout.DEFAULT.decode(id).worker()).isEqualTo(generator.workerId());
      IdSpaceEntities.Tenanted assigned = new IdSpaceEntities.Tenanted();
      assigned.id = 42L;
      assertThat(persisted(factory, assigned)).isEqualTo(42);
    }
  }

  @Test
  void leaseIsRejectedWithARemedy() {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> open(Map.of()).close())
        .withMessageStartingWith(
            "no worker could be leased from the entities' database, which is used because neither"
                + " snowbraid.generator nor snowbraid.worker-id is set: ")
        .withMessageContaining("Hibernate Reactive doesn't use JDBC");
  }
}
