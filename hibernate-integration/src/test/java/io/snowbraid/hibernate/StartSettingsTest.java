package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.internal.StandardServiceRegistryImpl;
import org.hibernate.boot.spi.MetadataImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.StandardServiceInitiators;
import org.hibernate.service.internal.ProvidedService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Tests applications whose mappings are built with other settings than those of the start, as
 * Quarkus does.
 */
class StartSettingsTest {

  private HikariDataSource database;

  @BeforeEach
  void open(TestInfo test) {
    database = TestFactory.database(test.getDisplayName());
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** Knows the services that libraries contribute. */
  private static final class Recorded extends StandardServiceRegistryBuilder {

    private final List<Class<? extends Service>> contributed = new ArrayList<>();

    Recorded(BootstrapServiceRegistry bootstrap) {
      super(bootstrap);
    }

    @Override
    public StandardServiceRegistryBuilder addInitiator(StandardServiceInitiator<?> initiator) {
      contributed.add(initiator.getServiceInitiated());
      return super.addInitiator(initiator);
    }
  }

  private SessionFactory started(Map<String, Object> built, Map<String, Object> atStart) {
    return started(
        settings(built), settings(atStart), Entities.Named.class, IdSpaceEntities.Order.class);
  }

  private static SessionFactory started(
      Properties built, Properties atStart, Class<?>... entities) {
    BootstrapServiceRegistry bootstrap =
        new BootstrapServiceRegistryBuilder().disableAutoClose().build();
    Recorded services = new Recorded(bootstrap);
    StandardServiceRegistryImpl registry =
        (StandardServiceRegistryImpl) services.applySettings(built).build();
    Metadata metadata = new MetadataSources(registry).addAnnotatedClasses(entities).buildMetadata();
    ((MetadataImplementor) metadata).validate();
    List<ProvidedService<?>> kept =
        services.contributed.stream().<ProvidedService<?>>map(of -> kept(registry, of)).toList();
    registry.close();
    registry.resetParent(null);
    registry.resetAndReactivate(bootstrap, StandardServiceInitiators.LIST, kept, atStart);
    return metadata.buildSessionFactory();
  }

  private static <S extends Service> ProvidedService<S> kept(ServiceRegistry all, Class<S> type) {
    return new ProvidedService<>(type, all.requireService(type));
  }

  private Properties settings(Map<String, Object> settings) {
    return TestFactory.configuration(database, settings).getProperties();
  }

  private static int worker(SessionFactory factory) {
    Entities.Named entity = new Entities.Named();
    factory.inTransaction(session -> session.persist(entity));
    return Layout.DEFAULT.decode(entity.id).worker();
  }

  @Test
  void workerIsThatOfTheStart() {
    Map<String, Object> built = Map.of("snowbraid.worker-id", 101);
    try (SessionFactory factory = started(built, Map.of("snowbraid.worker-id", 102))) {
      assertThat(worker(factory)).isEqualTo(102);
    }
  }

  @Test
  void functionsAreThoseOfTheStart() {
    Map<String, Object> atStart = Map.of("snowbraid.sql-functions", "install");
    try (SessionFactory factory = started(Map.of(), atStart)) {
      long stored = worker(factory);
      assertThat(stored).isNotNegative();
      String copy = "insert into Entities$Named (text) select n.text from Entities$Named n";
      int copies =
          factory.fromTransaction(session -> session.createMutationQuery(copy).executeUpdate());
      assertThat(copies).isOne();
    }
  }

  @Test
  void wrongNamesAtTheStartAreRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> started(Map.of(), Map.of("snowbraid.workerId", 103)))
        .withMessageContaining("did you mean snowbraid.worker-id?");
  }

  @Test
  void mappingsCannotFollowTheStart() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> started(Map.of(), Map.of("snowbraid.assigned-ids", true)))
        .withMessage(
            "snowbraid.assigned-ids must have the value with which the mappings were built, false,"
                + " but is true; rebuild the application with the new value");
  }

  /** Starts the application with MicroProfile Config, which has these settings. */
  private SessionFactory startedWith(
      Map<String, String> config, Map<String, Object> built, Map<String, Object> atStart) {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(new URLClassLoader(new URL[0], usual)); // has a config of its own
    Config own =
        new SmallRyeConfigBuilder()
            .addDefaultSources()
            .withSources(new PropertiesConfigSource(config, "test", 500))
            .build();
    ConfigProviderResolver.instance().registerConfig(own, thread.getContextClassLoader());
    try {
      return started(built, atStart);
    } finally {
      ConfigProviderResolver.instance().releaseConfig(own);
      thread.setContextClassLoader(usual);
    }
  }

  @Test
  void configOfTheStartOverridesWhatWasBuilt() {
    Map<String, Object> built = Map.of("snowbraid.worker-id", 104);
    Map<String, String> config = Map.of("snowbraid.worker-id", "105");
    try (SessionFactory factory = startedWith(config, built, built)) {
      assertThat(worker(factory)).isEqualTo(105);
    }
  }

  @Test
  void configOfTheStartMayRepeatHibernatesSetting() {
    Map<String, String> config = Map.of("snowbraid.worker-id", "106");
    try (SessionFactory factory =
        startedWith(config, Map.of(), Map.of("snowbraid.worker-id", 106))) {
      assertThat(worker(factory)).isEqualTo(106);
    }
  }

  @Test
  void settingsOfTheStartThatContradictEachOtherAreRejected() {
    Map<String, String> config = Map.of("snowbraid.worker-id", "107");
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> startedWith(config, Map.of(), Map.of("snowbraid.worker-id", 108)))
        .withMessage(
            "snowbraid.worker-id is set twice: to 108 in Hibernate's settings, and to 107 in"
                + " MicroProfile Config; remove one of them");
  }

  @Test
  void mappingsFollowTheConfigTheyAreBuiltWith() {
    Map<String, String> config = Map.of("snowbraid.assigned-ids", "true");
    try (SessionFactory factory = startedWith(config, Map.of(), Map.of())) {
      Entities.Named entity = new Entities.Named();
      entity.id = 1L;
      factory.inTransaction(session -> session.persist(entity));
      assertThat(entity.id).isOne();
    }
  }

  /** As where the mappings are built by the start itself: neither of the two is the later one. */
  @Test
  void settingsOfOneMomentThatContradictEachOtherAreRejected() {
    Map<String, String> config = Map.of("snowbraid.assigned-ids", "true");
    Map<String, Object> built = Map.of("snowbraid.assigned-ids", "false");
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> startedWith(config, built, built))
        .withMessage(
            "snowbraid.assigned-ids is set twice: to false in Hibernate's settings, and to true in"
                + " MicroProfile Config; remove one of them");
  }

  /** The variable of the environment is one that Kubernetes sets for a service. */
  @Test
  void wrongNamesInTheConfigAreRejectedUnlessOfTheEnvironment() {
    assertThat(System.getenv()).containsKey("SNOWBRAID_PORT");
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> startedWith(Map.of("snowbraid.name-space", "x"), Map.of(), Map.of()))
        .withMessage("there is no setting snowbraid.name-space; did you mean snowbraid.namespace?");
    try (SessionFactory factory = startedWith(Map.of(), Map.of(), Map.of())) {
      assertThat(factory.isOpen()).isTrue();
    }
  }

  @Test
  void configMayBeMeantForTheSuppliedGenerator() {
    Map<String, String> config = Map.of("snowbraid.max-lead", "2s", "snowbraid.horizon", "2m");
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(109)).build()) {
      Map<String, Object> settings = Map.of("snowbraid.generator", generator);
      try (SessionFactory factory = startedWith(config, settings, settings)) {
        assertThat(worker(factory)).isEqualTo(109);
      }
    }
  }
}
