package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.plain;
import static io.snowbraid.spring.TestContexts.withDatabase;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.spring.internal.SnowflakeHealthIndicator;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests whether and when a generator is created, and what is logged at startup. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(300)
class StartupTest {

  private static final String NEXT = "select next_snowflake()";

  @TempDir private Path directory;

  private static ApplicationContextRunner withoutDatabase() {
    return plain().withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class));
  }

  @Test
  void applicationWithoutADatabaseStartsWithoutAGenerator() {
    withoutDatabase()
        .withPropertyValues("snowbraid.sql-functions.install=true", "snowbraid.namespace=orders")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).doesNotHaveBean(IdGenerator.class);
              assertThat(context).doesNotHaveBean(WorkerSource.class);
            });
  }

  @Test
  void numberOrDirectoryNeedsNoDatabase() {
    for (String property :
        new String[] {"worker-id=12", "directory=" + directory.resolve("workers")}) {
      withoutDatabase()
          .withPropertyValues("snowbraid." + property)
          .run(context -> assertThat(context.getBean(IdGenerator.class).nextId()).isPositive());
    }
  }

  @Test
  void dataSourceOfAnAutoConfigurationIsSeenInTime() {
    withDatabase()
        .withConfiguration(
            AutoConfigurations.of(
                HibernateJpaAutoConfiguration.class, SnowbraidAutoConfiguration.class))
        .run(context -> assertThat(context).hasBean("snowbraidForHibernate"));
  }

  /** Hibernate leases a worker from each, because no setting says otherwise. */
  @Test
  void severalDatabasesAreLeftToHibernate() {
    withoutDatabase()
        .withUserConfiguration(TestContexts.TwoDatabases.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).doesNotHaveBean(IdGenerator.class);
            });
  }

  /** The second one is what Kubernetes sets for a service called snowbraid-server. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "snowbraid.json.ids-as-strings=true",
        "snowbraid.server.port=tcp://10.0.0.7:7878",
        "snowbraid.assigned-ids=true"
      })
  void severalDatabasesAreLeftToHibernateIfNoPropertyIsOfAGenerator(String property) {
    withoutDatabase()
        .withUserConfiguration(TestContexts.TwoDatabases.class)
        .withPropertyValues(property)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(IdGenerator.class));
  }

  @Test
  void propertiesOfTagsGoWithADirectoryOfWorkers() {
    withDatabase()
        .withPropertyValues(
            "snowbraid.directory=" + directory.resolve("workers"),
            "snowbraid.create-table=false",
            "snowbraid.data-source=dataSource",
            "snowbraid.segments.orders.target=5s")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Snowflake.class));
  }

  /** An application on a standby database may need no ids. */
  @Test
  void readOnlyDatabaseFailsOnlyTheFirstId() {
    String url = "spring.datasource.url=jdbc:h2:file:" + directory.resolve("database");
    withDatabase().withPropertyValues(url).run(context -> assertThat(context).hasNotFailed());
    withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withPropertyValues(url + ";ACCESS_MODE_DATA=r")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThatExceptionOfType(LeaseExpiredException.class)
                  .isThrownBy(() -> TestContexts.snowflake(context).nextId())
                  .withMessageContaining("worker database is read-only")
                  .withMessageContaining("connect to the primary");
              assertThat(context.getBean(SnowflakeHealthIndicator.class).health(true).getStatus())
                  .isEqualTo(Status.UNKNOWN);
            });
  }

  /** The warning is logged by another thread, and logging ends with the context. */
  @Test
  void oneLineWarnsOfAReadOnlyDatabase(CapturedOutput output) {
    String url = "--spring.datasource.url=jdbc:h2:file:" + directory.resolve("warned");
    application().run(url).close();
    String warning = "no ids can be issued until the worker store accepts writes: ";
    try (ConfigurableApplicationContext open = application().run(url + ";ACCESS_MODE_DATA=r")) {
      await()
          .atMost(ofMinutes(1))
          .until(() -> !(open.isActive() && !output.getAll().contains(warning)));
    }
    assertThat(output.getAll().lines().filter(line -> line.contains(warning)))
        .singleElement()
        .asString()
        .contains("connect to the primary");
    assertThat(output.getAll().lines().filter(line -> line.contains("is leased until")))
        .hasSize(1); // from the first application
  }

  /**
   * A transaction that waits for the lease would wait forever, because it holds the only
   * connection.
   */
  @Test
  void workerIsLeasedAtStartupEvenIfBeansAreLazy() {
    withDatabase()
        .withPropertyValues(
            "snowbraid.sql-functions.install=true",
            "spring.datasource.hikari.maximum-pool-size=1",
            "spring.datasource.hikari.connection-timeout=2000")
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
        .run(
            context -> {
              assertThat(context.getBeanFactory().containsSingleton("snowflake")).isTrue();
              DataSource database = context.getBean(DataSource.class);
              assertThat(new JdbcTemplate(database).queryForObject(NEXT, Long.class)).isPositive();
              Long id =
                  new TransactionTemplate(new DataSourceTransactionManager(database))
                      .execute(transaction -> context.getBean(IdGenerator.class).nextId());
              assertThat(id).isPositive();
            });
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, SnowbraidAutoConfiguration.class})
  static class Application {}

  private static SpringApplication application() {
    SpringApplication spring = new SpringApplication(Application.class);
    spring.setWebApplicationType(WebApplicationType.NONE);
    return spring;
  }

  private static List<String> linesOfStart(CapturedOutput output, String... arguments) {
    application().run(arguments).close();
    return output.getAll().lines().filter(line -> line.contains("snowbraid.spring")).toList();
  }

  @Test
  void oneLineNamesTheLeasedWorker(CapturedOutput output) {
    assertThat(linesOfStart(output, "--snowbraid.namespace=orders"))
        .singleElement()
        .asString()
        .contains("INFO", " is leased until 2", "namespace=orders", "database=", "layout time=41");
  }

  @Test
  void oneLineNamesTheFixedWorker(CapturedOutput output) {
    assertThat(linesOfStart(output, "--snowbraid.worker-id=13"))
        .singleElement()
        .asString()
        .contains("INFO", "worker 13 is set by snowbraid.worker-id, layout time=41");
  }
}
