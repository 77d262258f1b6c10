package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.tools.Server;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.internal.ClassLoaderServiceImpl;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Tests startups without a usable connection, or with one that is in use. */
class StartupTest {

  private static final String RULE =
      "no worker could be leased from the entities' database, which is used because neither"
          + " snowbraid.generator nor snowbraid.worker-id is set: ";

  private HikariDataSource database;

  @BeforeEach
  void open(TestInfo test) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:" + test.getDisplayName() + ";DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    database = new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private interface Access {
    Connection get() throws SQLException;
  }

  private static DataSource dataSource(Access access) {
    return (DataSource)
        Proxy.newProxyInstance(
            StartupTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                method.getName().equals("getConnection") ? access.get() : null);
  }

  private static Map<String, Object> withoutMetadata() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("hibernate.boot.allow_jdbc_metadata_access", "false");
    settings.put("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
    settings.put("hibernate.hbm2ddl.auto", "none");
    return settings;
  }

  private List<WorkerInfo> workers() {
    return JdbcWorkerSource.of(database).workers();
  }

  private static long persisted(SessionFactory factory) {
    return factory.fromTransaction(
        session -> {
          Entities.Named entity = new Entities.Named();
          session.persist(entity);
          return entity.id;
        });
  }

  @Test
  void unreachableDatabase() {
    DataSource down =
        dataSource(
            () -> {
              throw new SQLException("connection refused", "08001");
            });
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TestFactory.open(down, withoutMetadata(), Entities.Named.class))
        .withMessageStartingWith(RULE)
        .withMessageContaining("connection refused")
        .withMessageEndingWith(
            "; or set snowbraid.data-source to a data source that serves any thread");
  }

  private static SessionFactory withoutConnections(Map<String, Object> settings) {
    Configuration configuration =
        new Configuration()
            .addAnnotatedClass(IdSpaceEntities.Tenanted.class)
            .setProperty("hibernate.integration.envers.enabled", "false");
    configuration.getProperties().putAll(withoutMetadata());
    configuration.getProperties().putAll(settings);
    return configuration.buildSessionFactory();
  }

  /** Ahead-of-time processing builds such a factory to read the mappings. */
  @Test
  void factoryWithoutConnectionsLeasesNothingUntilAnIdIsNeeded() throws SQLException {
    try (SessionFactory factory = withoutConnections(Map.of());
        Connection own = database.getConnection();
        Session session = factory.withOptions().connection(own).openSession()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> session.persist(new IdSpaceEntities.Tenanted()))
          .withMessage(
              "no ids can be issued for the default id space: it needs a worker, but Hibernate has"
                  + " no connections of its own to lease one; set snowbraid.data-source to a data"
                  + " source for workers, or snowbraid.generator, or snowbraid.worker-id");
    }
  }

  @Test
  void suppliedConnectionsWithADataSourceForWorkers() throws SQLException {
    JdbcWorkerSource.of(database).createTableIfMissing();
    try (SessionFactory factory = withoutConnections(Map.of("snowbraid.data-source", database))) {
      assertThat(workers()).extracting(WorkerInfo::state).containsExactly(State.HELD);
      try (Connection own = database.getConnection();
          Session session = factory.withOptions().connection(own).openSession()) {
        own.createStatement().execute("create table Tenanted (id bigint primary key)");
        IdSpaceEntities.Tenanted entity = new IdSpaceEntities.Tenanted();
        session.beginTransaction();
        session.persist(entity);
        session.getTransaction().commit();
        assertThat(entity.id).isGreaterThan(1L << 40);
      }
    }
    assertThat(workers()).extracting(WorkerInfo::state).containsExactly(State.RELEASED);
  }

  private DataSource ofThisThread() {
    Thread here = Thread.currentThread();
    return dataSource(
        () -> {
          if (Thread.currentThread() != here) {
            throw new IllegalStateException("no tenant in this thread");
          }
          return database.getConnection();
        });
  }

  @Test
  void connectionsOfTheCallersThreadOnly() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TestFactory.open(ofThisThread(), Map.of(), Entities.Named.class))
        .withMessageStartingWith(RULE)
        .withMessageContaining("no tenant in this thread")
        .withMessageEndingWith(
            "; or set snowbraid.data-source to a data source that serves any thread");
  }

  @Test
  void connectionsOfTheCallersThreadWithADataSourceForWorkers() {
    Map<String, Object> settings = Map.of("snowbraid.data-source", database);
    try (SessionFactory factory =
        TestFactory.open(ofThisThread(), settings, Entities.Named.class)) {
      assertThat(persisted(factory)).isGreaterThan(1L << 40);
    }
  }

  @Test
  void transactionsThatHoldAllConnectionsForLongerThanTheHorizon() {
    Map<String, Object> settings = Map.of("snowbraid.horizon", "1s", "snowbraid.max-wait", "100ms");
    try (SessionFactory factory = TestFactory.open(database, settings, Entities.Named.class)) {
      factory.inTransaction(
          session -> {
            assertThat(session.createSelectionQuery("from Entities$Named", Object.class).list())
                .isEmpty(); // now the session holds the connection
            assertThat(failure(session, "snowbraid.horizon"))
                .hasMessageContaining(
                    "; if transactions use all connections for longer than snowbraid.horizon,"
                        + " increase it, or lease workers from a separate pool by setting"
                        + " snowbraid.data-source");
            session.clear();
          });
      assertThat(persistedAtLast(factory)).isGreaterThan(1L << 40);
    }
  }

  @Test
  void databaseThatHasStopped() throws SQLException {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    Map<String, Object> settings =
        Map.of(
            "snowbraid.horizon",
            "1s",
            "snowbraid.max-wait",
            "100ms",
            "hibernate.hbm2ddl.auto",
            "create");
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(
          "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:stopped;DB_CLOSE_DELAY=-1");
      pool.setConnectionTimeout(250);
      try (SessionFactory factory = TestFactory.open(pool, settings, Entities.Named.class);
          Session session = factory.openSession()) {
        server.stop();
        assertThat(failure(session, "gave no connection"))
            .hasMessageNotContaining("increase it")
            .hasMessageContaining("; check ");
      }
    }
  }

  /**
   * Returns the first failure that names the reason; an attempt to extend the grant may be in
   * progress before.
   */
  private static LeaseExpiredException failure(Session session, String reason) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        session.persist(new Entities.Named());
      } catch (LeaseExpiredException e) {
        if (e.getMessage().contains(reason) || System.nanoTime() > deadline) {
          return e;
        }
      }
      session.clear();
    }
  }

  private static long persistedAtLast(SessionFactory factory) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        return persisted(factory);
      } catch (LeaseExpiredException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  /** Tests both, because either space may be opened first. */
  @Test
  void factoryThatFailsAtOneSpaceReleasesTheWorkersOfOthers() {
    JdbcWorkerSource.of(database).createTableIfMissing();
    List<State> states = new ArrayList<>(statesAfterFailure("snowbraid.table"));
    states.addAll(statesAfterFailure("snowbraid.orders.table"));
    assertThat(states).isNotEmpty().containsOnly(State.RELEASED);
  }

  private List<State> statesAfterFailure(String setting) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("hibernate.hbm2ddl.auto", "none");
    settings.put(setting, "no_such_schema.workers"); // no table can be created there
    Configuration configuration =
        TestFactory.configuration(database, settings)
            .addAnnotatedClass(Entities.Named.class)
            .addAnnotatedClass(IdSpaceEntities.Order.class);
    return afterFailure(
        configuration, new BootstrapServiceRegistryBuilder().build(), "no_such_schema");
  }

  /** The registry stays open, like one that several factories share. */
  private List<State> afterFailure(
      Configuration configuration, BootstrapServiceRegistry bootstrap, String message) {
    StandardServiceRegistry registry =
        new StandardServiceRegistryBuilder(bootstrap)
            .applySettings(configuration.getProperties())
            .disableAutoClose()
            .build();
    try {
      assertThatExceptionOfType(RuntimeException.class)
          .isThrownBy(() -> configuration.buildSessionFactory(registry))
          .withMessageContaining(message);
      return Stream.of("default", "orders")
          .flatMap(space -> JdbcWorkerSource.of(database).withNamespace(space).workers().stream())
          .map(WorkerInfo::state)
          .toList();
    } finally {
      StandardServiceRegistryBuilder.destroy(registry);
    }
  }

  /** Hibernate stops at the first observer that fails, and closes what it has built. */
  @Test
  void factoryThatFailsLateReleasesItsWorker() {
    BootstrapServiceRegistry registry =
        new BootstrapServiceRegistryBuilder().applyClassLoaderService(new WithFailing()).build();
    Configuration configuration =
        TestFactory.configure(new Configuration(registry), database, Map.of())
            .addAnnotatedClass(Entities.Named.class);
    configuration.setSessionFactoryObserver(
        new SessionFactoryObserver() {
          private static final long serialVersionUID = 1L;

          @Override
          public void sessionFactoryClosing(SessionFactory factory) {
            throw new IllegalStateException("at the end, too");
          }
        });
    assertThat(afterFailure(configuration, registry, "late")).containsExactly(State.RELEASED);
  }

  /** Finds another integrator after ours. */
  private static final class WithFailing extends ClassLoaderServiceImpl {

    private static final long serialVersionUID = 1L;

    @Override
    public <S> Collection<S> loadJavaServices(Class<S> type) {
      Collection<S> found = super.loadJavaServices(type);
      if (type != Integrator.class) {
        return found;
      }
      List<S> all = new ArrayList<>(found);
      all.add(type.cast(new Failing()));
      return all;
    }
  }

  /** Adds an observer that fails. */
  private static final class Failing implements Integrator {

    @Override
    public void integrate(
        Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
      factory.addObserver(
          new SessionFactoryObserver() {
            private static final long serialVersionUID = 1L;

            @Override
            public void sessionFactoryCreated(SessionFactory created) {
              throw new IllegalStateException("late");
            }
          });
    }

    @Override
    public void disintegrate(
        SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
  }
}
