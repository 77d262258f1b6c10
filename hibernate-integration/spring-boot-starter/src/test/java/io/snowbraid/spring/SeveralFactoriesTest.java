package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import io.snowbraid.spring.TestContexts.PrimaryDatabase;
import io.snowbraid.spring.TestContexts.TwoDatabases;
import io.snowbraid.spring.internal.NotConfiguredException;
import io.snowbraid.spring.orders.Purchase;
import io.snowbraid.spring.tickets.Ticket;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import jakarta.persistence.EntityManagerFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.hibernate.LocalSessionFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/**
 * Tests applications that make the factories of several databases themselves: the entities of all
 * of them get their ids from the one bean.
 */
class SeveralFactoriesTest {

  private static final int EACH = 500;
  private static final Class<?>[] ENTITIES = {Purchase.class, Ticket.class};

  /** The JPA properties that an application gives its factories. */
  record Jpa(Map<String, Object> properties) {

    Map<String, Object> withTables() {
      Map<String, Object> all = new HashMap<>(properties);
      all.put("hibernate.hbm2ddl.auto", "create");
      return all;
    }
  }

  private static LocalContainerEntityManagerFactoryBean byHand(DataSource database, Jpa jpa) {
    LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    factory.setDataSource(database);
    factory.setPackagesToScan(
        Stream.of(ENTITIES).map(Class::getPackageName).toArray(String[]::new));
    factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    factory.setJpaPropertyMap(jpa.withTables());
    return factory;
  }

  @Configuration(proxyBeanMethods = false)
  static class ByHand {

    @Bean
    @Primary
    LocalContainerEntityManagerFactoryBean ordersFactory(
        @Qualifier("orders") DataSource orders, Jpa jpa) {
      return byHand(orders, jpa);
    }

    @Bean
    LocalContainerEntityManagerFactoryBean idsFactory(@Qualifier("ids") DataSource ids, Jpa jpa) {
      return byHand(ids, jpa);
    }
  }

  /** As in Spring Boot's documentation. */
  @Configuration(proxyBeanMethods = false)
  static class ByBuilder {

    private static LocalContainerEntityManagerFactoryBean built(DataSource of, Jpa jpa) {
      return new EntityManagerFactoryBuilder(
              new HibernateJpaVendorAdapter(), database -> jpa.withTables(), null)
          .dataSource(of)
          .packages(ENTITIES)
          .build();
    }

    @Bean
    @Primary
    LocalContainerEntityManagerFactoryBean ordersFactory(
        @Qualifier("orders") DataSource orders, Jpa jpa) {
      return built(orders, jpa);
    }

    @Bean
    LocalContainerEntityManagerFactoryBean idsFactory(@Qualifier("ids") DataSource ids, Jpa jpa) {
      return built(ids, jpa);
    }
  }

  /** With the builder that Spring Boot makes for a primary data source. */
  @Configuration(proxyBeanMethods = false)
  static class ByBootsBuilder {

    @Bean
    @Primary
    LocalContainerEntityManagerFactoryBean ordersFactory(
        EntityManagerFactoryBuilder builder, @Qualifier("orders") DataSource orders, Jpa jpa) {
      return builder.dataSource(orders).packages(ENTITIES).properties(jpa.withTables()).build();
    }

    @Bean
    LocalContainerEntityManagerFactoryBean idsFactory(
        EntityManagerFactoryBuilder builder, @Qualifier("ids") DataSource ids, Jpa jpa) {
      return builder.dataSource(ids).packages(ENTITIES).properties(jpa.withTables()).build();
    }
  }

  /** With Spring's bean for Hibernate without JPA. */
  @Configuration(proxyBeanMethods = false)
  static class OfHibernate {

    private static LocalSessionFactoryBean built(DataSource database, Jpa jpa) {
      LocalSessionFactoryBean factory = new LocalSessionFactoryBean();
      factory.setDataSource(database);
      factory.setAnnotatedClasses(ENTITIES);
      Properties all = new Properties();
      all.putAll(jpa.withTables());
      factory.setHibernateProperties(all);
      return factory;
    }

    @Bean
    @Primary
    LocalSessionFactoryBean ordersFactory(@Qualifier("orders") DataSource orders, Jpa jpa) {
      return built(orders, jpa);
    }

    @Bean
    LocalSessionFactoryBean idsFactory(@Qualifier("ids") DataSource ids, Jpa jpa) {
      return built(ids, jpa);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OneGeneratorEach {

    private static Jpa with(Snowflake generator) {
      return new Jpa(Map.of(SnowflakeSettings.GENERATOR, generator));
    }

    @Bean
    @Primary
    LocalContainerEntityManagerFactoryBean ordersFactory(
        @Qualifier("orders") DataSource orders, @Qualifier("one") Snowflake one) {
      return byHand(orders, with(one));
    }

    @Bean
    LocalContainerEntityManagerFactoryBean idsFactory(
        @Qualifier("ids") DataSource ids, @Qualifier("two") Snowflake two) {
      return byHand(ids, with(two));
    }
  }

  /** With Hibernate's own configuration, of which Spring knows only the result. */
  @Configuration(proxyBeanMethods = false)
  static class OfItsOwn {

    @Bean
    SessionFactory idsFactory(@Qualifier("ids") DataSource ids, Jpa jpa) {
      org.hibernate.cfg.Configuration settings = new org.hibernate.cfg.Configuration();
      settings.getProperties().putAll(jpa.withTables());
      settings.getProperties().put("hibernate.connection.datasource", ids);
      Stream.of(ENTITIES).forEach(settings::addAnnotatedClass);
      return settings.buildSessionFactory();
    }
  }

  /** With Spring's factory bean, of which Spring knows only the result, a proxy. */
  @Configuration(proxyBeanMethods = false)
  static class OfAFactoryBean {

    private static EntityManagerFactory made(DataSource database, Jpa jpa) {
      LocalContainerEntityManagerFactoryBean factory = byHand(database, jpa);
      factory.afterPropertiesSet();
      return Objects.requireNonNull(factory.getObject());
    }

    @Bean
    @Primary
    EntityManagerFactory ordersFactory(@Qualifier("orders") DataSource orders, Jpa jpa) {
      return made(orders, jpa);
    }

    @Bean
    EntityManagerFactory idsFactory(@Qualifier("ids") DataSource ids, Jpa jpa) {
      return made(ids, jpa);
    }
  }

  /** With a database that is no bean. */
  @Configuration(proxyBeanMethods = false)
  static class OfAHiddenDatabase {

    @Bean(destroyMethod = "")
    FaultyDatabase orders() {
      return new FaultyDatabase();
    }

    @Bean
    LocalContainerEntityManagerFactoryBean ordersFactory(
        @Qualifier("orders") DataSource orders, Jpa jpa) {
      return byHand(orders, jpa);
    }

    @Bean(defaultCandidate = false)
    SessionFactory idsFactory(Jpa jpa) {
      return new OfItsOwn().idsFactory(new FaultyDatabase(), jpa);
    }
  }

  /** Another processor of beans that needs a factory, which is made before most others. */
  @Configuration(proxyBeanMethods = false)
  static class EarlyProcessor {

    private record Early(EntityManagerFactory factory) implements BeanPostProcessor, Ordered {
      @Override
      public int getOrder() {
        return HIGHEST_PRECEDENCE;
      }
    }

    @Bean
    static BeanPostProcessor early(EntityManagerFactory factory) {
      return new Early(factory);
    }
  }

  private static ApplicationContextRunner application(
      Class<?> databases, Class<?> factories, Map<String, Object> properties) {
    return TestContexts.withDatabase()
        .withConfiguration(
            AutoConfigurations.of(
                HibernateJpaAutoConfiguration.class, SnowbraidAutoConfiguration.class))
        .withBean(Jpa.class, () -> new Jpa(properties))
        .withUserConfiguration(databases, factories);
  }

  private static Stream<Long> persisted(
      ApplicationContext context, String factory, Class<?> type, int count) {
    return context
        .getBean(factory, EntityManagerFactory.class)
        .unwrap(SessionFactory.class)
        .fromTransaction(
            entities ->
                Stream.generate(() -> created(type))
                    .limit(count)
                    .map(
                        entity -> {
                          entities.persist(entity);
                          return (Long) entities.getIdentifier(entity);
                        })
                    .toList())
        .stream();
  }

  private static Object created(Class<?> type) {
    return type == Ticket.class ? new Ticket() : new Purchase();
  }

  private static List<Long> ofBoth(ApplicationContext context, Class<?> type) {
    return Stream.concat(
            persisted(context, "ordersFactory", type, EACH),
            persisted(context, "idsFactory", type, EACH))
        .toList();
  }

  private static void assertOneWorker(ApplicationContext context, String database) {
    long before = TestContexts.snowflake(context).nextId();
    assertThat(ofBoth(context, Purchase.class))
        .hasSize(2 * EACH)
        .doesNotHaveDuplicates()
        .allMatch(id -> id > before && id < TestContexts.snowflake(context).nextId());
    assertThat(ofBoth(context, Ticket.class)).hasSize(2 * EACH).doesNotHaveDuplicates();
    DataSource holder = context.getBean(database, DataSource.class);
    assertThat(JdbcWorkerSource.of(holder).workers()).hasSize(1);
    assertThat(JdbcSegmentSource.of(holder).tags()).containsExactly("tickets");
  }

  @ParameterizedTest
  @ValueSource(classes = {ByHand.class, ByBuilder.class, ByBootsBuilder.class, OfHibernate.class})
  void primaryDatabaseLeasesOneWorkerForAll(Class<?> factories) {
    application(PrimaryDatabase.class, factories, Map.of())
        .run(context -> assertOneWorker(context, "orders"));
  }

  @ParameterizedTest
  @ValueSource(classes = {ByHand.class, ByBuilder.class, OfHibernate.class})
  void namedDatabaseLeasesOneWorkerForAll(Class<?> factories) {
    application(TwoDatabases.class, factories, Map.of())
        .withPropertyValues("snowbraid.data-source=ids")
        .run(context -> assertOneWorker(context, "ids"));
  }

  /** Its ids could be those of the bean. */
  @Test
  void factoryThatNoFactoryBeanMakesIsRejected() {
    try (FaultyDatabase ids = new FaultyDatabase()) {
      ofItsOwn(ids, Map.of())
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .isInstanceOf(NotConfiguredException.class)
                      .hasMessageContainingAll("idsFactory", "so their ids could collide"));
      assertThat(JdbcWorkerSource.of(ids).workers())
          .extracting(WorkerInfo::state)
          .containsExactly(WorkerInfo.State.RELEASED);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {OfAFactoryBean.class, OfAHiddenDatabase.class})
  void factoryWhoseDatabaseIsNotThatOfTheBeanIsRejected(Class<?> factories) {
    Class<?> databases =
        factories == OfAFactoryBean.class ? PrimaryDatabase.class : OfAHiddenDatabase.class;
    application(databases, factories, Map.of())
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(NotConfiguredException.class)
                    .hasMessageContainingAll("idsFactory", "so their ids could collide"));
  }

  @Test
  void factoryThatIsNeededEarlyHasTheIdsOfTheBean() {
    TestContexts.withDatabase()
        .withConfiguration(
            AutoConfigurations.of(
                HibernateJpaAutoConfiguration.class, SnowbraidAutoConfiguration.class))
        .withUserConfiguration(EarlyProcessor.class, ScannedEntities.class)
        .withPropertyValues("spring.jpa.hibernate.ddl-auto=create", "snowbraid.worker-id=7")
        .run(context -> assertThat(workerOf(context, "entityManagerFactory")).isEqualTo(7));
  }

  @Configuration(proxyBeanMethods = false)
  @EntityScan(basePackageClasses = Purchase.class)
  static class ScannedEntities {}

  @Test
  void factoryThatNoFactoryBeanMakesMayHaveItsOwnIds() {
    try (FaultyDatabase ids = new FaultyDatabase()) {
      ofItsOwn(ids, Map.of(SnowflakeSettings.NAMESPACE, "archive"))
          .run(context -> assertThat(workerOf(context, "idsFactory")).isZero());
    }
  }

  /** Both lease from the same table. */
  @Test
  void factoryOfTheOnlyDatabaseMayLeaseItself() {
    TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withBean(Jpa.class, () -> new Jpa(Map.of()))
        .withBean("ids", FaultyDatabase.class)
        .withUserConfiguration(OfItsOwn.class)
        .run(
            context ->
                assertThat(workerOf(context, "idsFactory"))
                    .isNotEqualTo(TestContexts.snowflake(context).workerId()));
  }

  private static ApplicationContextRunner ofItsOwn(
      FaultyDatabase ids, Map<String, Object> properties) {
    return TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withBean(Jpa.class, () -> new Jpa(properties))
        .withBean(
            "orders", FaultyDatabase.class, FaultyDatabase::new, bean -> bean.setPrimary(true))
        .withBean("ids", FaultyDatabase.class, () -> ids, bean -> bean.setDestroyMethodName(""))
        .withUserConfiguration(OfItsOwn.class);
  }

  private static int workerOf(ApplicationContext context, String factory) {
    long id = persisted(context, factory, Purchase.class, 1).findFirst().orElseThrow();
    return Layout.DEFAULT.decode(id).worker();
  }

  @ParameterizedTest
  @ValueSource(classes = {ByHand.class, ByBootsBuilder.class, OfHibernate.class})
  void shareOfAFactoryIsKept(Class<?> factories) {
    application(PrimaryDatabase.class, factories, Map.of(SnowflakeSettings.WORKERS, "20-30"))
        .run(
            context -> {
              assertThat(TestContexts.snowflake(context).workerId()).isZero();
              assertThat(workerOf(context, "idsFactory")).isEqualTo(20);
            });
  }

  @Test
  void namespaceOfAFactoryIsKept() {
    application(PrimaryDatabase.class, ByHand.class, Map.of(SnowflakeSettings.NAMESPACE, "archive"))
        .run(
            context ->
                assertThat(
                        JdbcWorkerSource.of(context.getBean("ids", DataSource.class))
                            .withNamespace("archive")
                            .workers())
                    .hasSize(1));
  }

  @Test
  void workerNumberOfAFactoryIsKept() {
    application(PrimaryDatabase.class, ByHand.class, Map.of(SnowflakeSettings.WORKER_ID, 77))
        .run(
            context -> {
              assertThat(workerOf(context, "ordersFactory")).isEqualTo(77);
              assertThat(workerOf(context, "idsFactory")).isEqualTo(77);
            });
  }

  @Test
  void generatorOfAFactoryIsKept() {
    Snowflake own = Snowflake.builder().worker(WorkerSource.fixed(78)).build();
    application(PrimaryDatabase.class, ByHand.class, Map.of(SnowflakeSettings.GENERATOR, own))
        .run(
            context -> {
              assertThat(workerOf(context, "idsFactory")).isEqualTo(78);
              own.close();
            });
  }

  @Test
  void factoriesMayHaveOneOfSeveralGeneratorBeansEach() {
    application(PrimaryDatabase.class, OneGeneratorEach.class, Map.of())
        .withUserConfiguration(HibernateTest.TwoGenerators.class)
        .run(
            context -> {
              assertThat(workerOf(context, "ordersFactory")).isEqualTo(1);
              assertThat(workerOf(context, "idsFactory")).isEqualTo(2);
            });
  }

  /** These would be ignored. */
  @ParameterizedTest
  @ValueSource(strings = {"horizon", "layout", "max-wait", "table"})
  void settingThatSaysNothingOfTheWorkerIsRejected(String name) {
    application(TwoDatabases.class, ByHand.class, Map.of("snowbraid." + name, "3"))
        .withPropertyValues("snowbraid.data-source=ids")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(NotConfiguredException.class)
                    .hasMessageContainingAll(
                        "snowbraid." + name, "sFactory", "snowbraid.namespace"));
  }

  /** Without a bean, each factory leases a worker from its own database. */
  @Test
  void factoriesLeaseWorkersThemselvesIfNoDatabaseIsPreferred() {
    application(TwoDatabases.class, ByHand.class, Map.of())
        .run(
            context -> {
              assertThat(ofBoth(context, Ticket.class)).hasSize(2 * EACH);
              assertThat(workerOf(context, "ordersFactory")).isZero();
              assertThat(workerOf(context, "idsFactory")).isZero();
            });
  }

  @Test
  void workerIsReleasedAfterTheLastFactory() {
    AtomicReference<EntityManagerFactory> orders = new AtomicReference<>();
    AtomicReference<EntityManagerFactory> ids = new AtomicReference<>();
    AtomicReference<String> release = new AtomicReference<>();
    FaultyDatabase workers = new FaultyDatabase();
    application(PrimaryDatabase.class, ByHand.class, Map.of())
        .withBean(
            WorkerSource.class,
            () ->
                new RecordingWorkerSource(
                    JdbcWorkerSource.of(workers).createTableIfMissing(),
                    () -> release.set("open=" + orders.get().isOpen() + "," + ids.get().isOpen())))
        .run(
            context -> {
              orders.set(context.getBean("ordersFactory", EntityManagerFactory.class));
              ids.set(context.getBean("idsFactory", EntityManagerFactory.class));
            });
    assertThat(release).hasValue("open=false,false");
  }
}
