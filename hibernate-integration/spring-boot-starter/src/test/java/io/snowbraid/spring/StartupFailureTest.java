package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.plain;
import static io.snowbraid.spring.TestContexts.withClock;
import static io.snowbraid.spring.TestContexts.withDatabase;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.spring.TestContexts.TwoDatabases;
import io.snowbraid.spring.internal.NotConfiguredException;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Tests what stops the startup, and what the user reads then. */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTest {

  @TempDir private Path directory;

  private static void assertRejected(
      ApplicationContextRunner runner, Class<? extends Throwable> type, String... words) {
    runner.run(
        context -> {
          assertThat(context).hasFailed();
          assertCause(context.getStartupFailure(), type, words);
        });
  }

  private static void assertCause(
      Throwable failure, Class<? extends Throwable> type, String... words) {
    Throwable cause = failure;
    while (!type.isInstance(cause)) {
      assertThat(cause).as("has a cause of %s", type).isNotNull();
      cause = cause.getCause();
    }
    assertThat(cause).hasMessageContainingAll(words);
  }

  /** A setting that describes the generator must not be ignored silently. */
  @Test
  void severalDataSourcesWithASetting() {
    assertRejected(
        plain()
            .withUserConfiguration(TwoDatabases.class)
            .withPropertyValues("snowbraid.namespace=orders"),
        NotConfiguredException.class,
        "[orders, ids]",
        "Set snowbraid.data-source",
        "@Primary");
  }

  @Test
  void unknownDataSource() {
    assertRejected(
        plain()
            .withUserConfiguration(TwoDatabases.class)
            .withPropertyValues("snowbraid.data-source=id"),
        InvalidConfigurationPropertyValueException.class,
        "snowbraid.data-source",
        "[orders, ids]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "snowbraid.layout=time=41; field is required",
        "snowbraid.worker-id=-1; must be a whole number of at least 0",
        "snowbraid.table=a b; table must be a name",
        "snowbraid.namespace=; namespace must have between 1 and 64",
        "snowbraid.workers=63-0; workers must be ascending numbers or ranges",
        "snowbraid.horizon=500ms; horizon must be at least 1 s",
        "snowbraid.max-lead=-1s; maxLead must be at least 0 ms",
        "snowbraid.max-wait=-1s; maxWait must be at least 0 ms",
        "snowbraid.max-clock-offset=-1s; maxClockOffset must be at least 0 ms",
      })
  void invalidValue(String property, String rule) {
    assertRejected(
        withDatabase().withPropertyValues(property),
        InvalidConfigurationPropertyValueException.class,
        property.substring(0, property.indexOf('=')),
        rule);
  }

  @Test
  void mistypedProperty() {
    for (String name : List.of("snowbraid.workers-id", "snowbraid.order.layout")) {
      assertRejected(
          withDatabase().withPropertyValues(name + "=1"),
          UnboundConfigurationPropertiesException.class,
          name);
    }
  }

  @Test
  void workerBeyondTheLayout() {
    assertRejected(
        plain().withPropertyValues("snowbraid.worker-id=128"),
        InvalidConfigurationPropertyValueException.class,
        "snowbraid.worker-id must be a whole number between 0 and 127");
  }

  @Test
  void workerIdOfAnotherContextThatIsOpen() {
    plain()
        .withPropertyValues("snowbraid.worker-id=33")
        .run(
            open ->
                assertRejected(
                    plain().withPropertyValues("snowbraid.worker-id=33"),
                    NoWorkerAvailableException.class,
                    "worker 33 is in use by another generator",
                    "close it first"));
  }

  @ParameterizedTest
  @CsvSource({
    "worker-id=1, directory=x",
    "worker-id=1, namespace=x",
    "worker-id=1, horizon=2m",
    "directory=x, table=x",
    "worker-id=1, workers=0-63",
  })
  void twoPlacesForTheWorker(String first, String second) {
    assertRejected(
        withDatabase().withPropertyValues("snowbraid." + first, "snowbraid." + second),
        InvalidConfigurationPropertyValueException.class,
        "snowbraid.%s has no effect together with snowbraid.%s; remove one of them"
            .formatted(
                second.substring(0, second.indexOf('=')), first.substring(0, first.indexOf('='))));
  }

  /**
   * As of a variable of the environment that was left empty: it must not be the working directory.
   */
  @Test
  void emptyDirectory() {
    for (String[] properties :
        new String[][] {
          {"snowbraid.directory="}, {"snowbraid.directory=", "snowbraid.workers=0-63"}
        }) {
      assertRejected(
          withDatabase().withPropertyValues(properties),
          InvalidConfigurationPropertyValueException.class,
          "snowbraid.directory",
          "directory must not be blank");
    }
  }

  @Test
  void dataSourceOfTheFunctionsGoesWithAWorkerId() {
    plain()
        .withUserConfiguration(TwoDatabases.class)
        .withPropertyValues(
            "snowbraid.worker-id=1",
            "snowbraid.data-source=ids",
            "snowbraid.sql-functions.install=true")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void propertyWithAWorkerSourceBean() {
    assertRejected(
        plain()
            .withBean(WorkerSource.class, () -> WorkerSource.fixed(1))
            .withPropertyValues("snowbraid.namespace=orders"),
        InvalidConfigurationPropertyValueException.class,
        "snowbraid.namespace",
        "WorkerSource bean");
  }

  @Test
  void clockThatDiffersTooMuch() {
    ManualClock clock = new ManualClock();
    clock.move(Duration.ofDays(1));
    assertRejected(
        withClock(clock).withPropertyValues("snowbraid.max-clock-offset=1m"),
        NoWorkerAvailableException.class,
        "maxClockOffset=1 min");
  }

  @Test
  void clockThatStepsBackUnderTheWaitPolicy() {
    ManualClock clock = new ManualClock();
    withClock(clock)
        .withPropertyValues("snowbraid.rollback-policy=wait", "snowbraid.max-wait=0")
        .run(
            context -> {
              TestContexts.snowflake(context).nextId();
              clock.move(Duration.ofHours(-1));
              Assertions.assertThatExceptionOfType(ClockRollbackException.class)
                  .isThrownBy(() -> TestContexts.snowflake(context).nextId());
            });
  }

  @Test
  void functionsWithoutADatabase() {
    assertRejected(
        plain().withPropertyValues("snowbraid.worker-id=1", "snowbraid.sql-functions.install=true"),
        NotConfiguredException.class,
        "The SQL functions need a database, but there is no DataSource bean",
        "Add a database");
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(SnowbraidAutoConfiguration.class)
  static class WithoutDatabase {

    @Bean
    String needsIds(IdGenerator ids) {
      return ids.toString();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, SnowbraidAutoConfiguration.class})
  static class WithDatabase {}

  private static Throwable start(Class<?> application, String... arguments) {
    SpringApplication spring = new SpringApplication(application);
    spring.setWebApplicationType(WebApplicationType.NONE);
    return Assertions.assertThatException().isThrownBy(() -> spring.run(arguments)).actual();
  }

  @Test
  void peopleReadWhereAWorkerCanComeFrom(CapturedOutput output) {
    start(WithoutDatabase.class);
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("There is no bean of type io.snowbraid.IdGenerator, because")
        .contains("there is no DataSource bean.")
        .contains("Action:")
        .contains("snowbraid.worker-id to a number");
  }

  @Configuration(proxyBeanMethods = false)
  @Import(TwoDatabases.class)
  static class WithTwoDatabases extends WithoutDatabase {}

  @Test
  void peopleReadWhichDatabasesThereAre(CapturedOutput output) {
    start(WithTwoDatabases.class);
    assertThat(output)
        .contains("There is no bean of type io.snowbraid.IdGenerator, because")
        .contains("none of the DataSource beans [orders, ids] is primary")
        .contains("Set snowbraid.data-source to the name of one of them");
  }

  /** A missing table is awaited for ten seconds, because another process may be creating it. */
  @Test
  @Tag("slow")
  void peopleReadHowToCreateTheTable(CapturedOutput output) {
    assertCause(
        start(WithDatabase.class, "--snowbraid.create-table=false"),
        NoWorkerAvailableException.class,
        "table=snowbraid_worker",
        "create table");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("worker table does not exist")
        .containsPattern("Action:\\s+In tests that reset the schema, set snowbraid\\.directory ")
        .containsIgnoringCase("create table if not exists snowbraid_worker")
        .doesNotContain("snowbraid.max-clock-offset");
  }

  @Test
  void peopleReadTheDatabasesReasonAndOneRemedy(CapturedOutput output) {
    start(
        WithDatabase.class,
        "--spring.datasource.type=org.h2.jdbcx.JdbcDataSource",
        "--spring.datasource.url=jdbc:h2:mem:absent;IFEXISTS=TRUE");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("No worker could be leased: data source gave no connection: ")
        .contains("Database \"mem:absent\" not found")
        .containsPattern("Action:\\s+Check that the application can connect with its URL")
        .doesNotContain("connections of its pool");
  }

  /** Routes by tenant, and gives no connection to a thread without one. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(SnowbraidAutoConfiguration.class)
  static class WithRouting {

    @Bean
    DataSource routing() {
      AbstractRoutingDataSource routing =
          new AbstractRoutingDataSource() {
            @Override
            protected @Nullable Object determineCurrentLookupKey() {
              return null;
            }
          };
      routing.setTargetDataSources(Map.of("tenant", new JdbcDataSource()));
      return routing;
    }
  }

  @Test
  void peopleReadToNameADataSourceWithoutRouting(CapturedOutput output) {
    start(WithRouting.class);
    assertThat(output)
        .contains("data source gave no connection: ", "Cannot determine target DataSource")
        .containsPattern(
            "Action:\\s+If the data source depends on the calling thread .*, pass one .*\\. Set"
                + " snowbraid.data-source to the name of the DataSource bean");
  }

  private String database(String name) {
    return "--spring.datasource.url=jdbc:h2:file:" + directory.resolve(name);
  }

  /** Takes an id at startup. */
  @Configuration(proxyBeanMethods = false)
  static class TakingAnId extends WithDatabase {

    @Bean
    Long firstId(IdGenerator ids) {
      return ids.nextId();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceInitializationAutoConfiguration.class,
    SnowbraidAutoConfiguration.class
  })
  static class TakingNumbers {}

  private static final String CONNECT_ELSEWHERE = "Action:\\s+Connect to the primary\\b";

  @ParameterizedTest
  @CsvSource({
    "TakingAnId, snowbraid.owner=any, No worker has been leased",
    "WithDatabase, snowbraid.sql-functions.install=true, SQL functions",
  })
  void peopleReadToConnectToThePrimary(
      String application, String property, String problem, CapturedOutput output)
      throws ClassNotFoundException {
    requireAdviceToConnectToThePrimary(application, property, problem, output);
  }

  /** The first segment is awaited for five seconds. */
  @Test
  @Tag("slow")
  void peopleReadToDrawNumbersFromThePrimary(CapturedOutput output) throws ClassNotFoundException {
    requireAdviceToConnectToThePrimary(
        "TakingNumbers", "snowbraid.segments.orders.target=20s", "Numbers must be drawn", output);
  }

  private void requireAdviceToConnectToThePrimary(
      String application, String property, String problem, CapturedOutput output)
      throws ClassNotFoundException {
    String url = database("read-only");
    new SpringApplicationBuilder(WithDatabase.class).web(WebApplicationType.NONE).run(url).close();
    start(
        Class.forName(StartupFailureTest.class.getName() + "$" + application),
        url + ";ACCESS_MODE_DATA=r",
        "--" + property);
    assertThat(output)
        .containsPattern("Description:\\s+" + problem)
        .contains("database is read-only (", "The database is read only; SQL statement:")
        .containsPattern("\\[90097-\\d+]\\.\\s+" + CONNECT_ELSEWHERE);
  }

  /** H2's message has a semicolon and a line break. */
  @Test
  void peopleReadTheDatabasesReasonAsAWhole(CapturedOutput output) {
    String url = database("constraint");
    start(
        WithDatabase.class,
        url
            + ";INIT=RUNSCRIPT FROM 'classpath:io/snowbraid/jdbc/snowbraid_worker.sql'\\;ALTER"
            + " TABLE snowbraid_worker ADD CONSTRAINT IF NOT EXISTS never CHECK (worker < 0)");
    assertThat(output)
        .containsPattern(
            "Description:\\s+No worker could be leased: worker table rejects writes \\(")
        .containsPattern("Check constraint violation: \"NEVER: \"; SQL statement:\\s+\\w+ ")
        .containsPattern("Action:\\s+Remove or correct the constraint or trigger that does");
  }
}
