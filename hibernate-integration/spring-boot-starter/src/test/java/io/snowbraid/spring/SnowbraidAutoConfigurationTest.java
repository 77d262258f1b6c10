package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.plain;
import static io.snowbraid.spring.TestContexts.snowflake;
import static io.snowbraid.spring.TestContexts.withDatabase;
import static io.snowbraid.spring.TestContexts.workers;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeEvent;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.spring.TestContexts.PrimaryDatabase;
import io.snowbraid.spring.TestContexts.TwoDatabases;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests which generator an application gets. */
class SnowbraidAutoConfigurationTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path directory;

  private String fileDatabase() {
    return "spring.datasource.url=jdbc:h2:file:" + directory.resolve("database");
  }

  private static IdGenerator counter() {
    return new IdGenerator() {
      private long last;

      @Override
      public long nextId() {
        return ++last;
      }

      @Override
      public void nextIds(long[] target) {
        for (int i = 0; i < target.length; i++) {
          target[i] = nextId();
        }
      }
    };
  }

  @Test
  void workerIsLeasedFromTheDataSource() {
    withDatabase()
        .run(
            context -> {
              assertThat(context).hasSingleBean(IdGenerator.class);
              Snowflake ids = snowflake(context);
              assertThat(ids.layout().decode(ids.nextId()).worker()).isEqualTo(ids.workerId());
              assertThat(workers(context).workers())
                  .extracting(WorkerInfo::worker)
                  .containsExactly(ids.workerId());
            });
  }

  @Test
  void workerIdIsUsed() {
    withDatabase()
        .withPropertyValues("snowbraid.worker-id=7")
        .run(context -> assertThat(snowflake(context).workerId()).isEqualTo(7));
  }

  @Test
  void workerIdContinuesAfterAnEarlierContext() {
    ManualClock clock = new ManualClock();
    Set<Long> ids = new HashSet<>();
    for (int context = 0; context < 5; context++) {
      TestContexts.withClock(clock)
          .withPropertyValues("snowbraid.worker-id=8")
          .run(started -> LongStream.of(snowflake(started).nextIds(1_500)).forEach(ids::add));
    }
    assertThat(ids).hasSize(5 * 1_500);
  }

  @Test
  void directoryIsUsed() {
    plain()
        .withPropertyValues("snowbraid.directory=" + directory.resolve("workers"))
        .run(
            context -> {
              assertThat(snowflake(context).status().grantAge()).isPresent();
              assertThat(directory.resolve("workers")).isDirectoryContaining("glob:**worker-0*");
            });
  }

  @Test
  void shareOfTheTableOrDirectoryIsUsed() {
    withDatabase()
        .withPropertyValues("snowbraid.workers=64-127")
        .run(context -> assertThat(snowflake(context).workerId()).isEqualTo(64));
    plain()
        .withPropertyValues(
            "snowbraid.directory=" + directory.resolve("shared"), "snowbraid.workers=5")
        .run(context -> assertThat(snowflake(context).workerId()).isEqualTo(5));
  }

  @Test
  void ownGeneratorIsLeftAlone() {
    IdGenerator own = counter();
    plain()
        .withBean(IdGenerator.class, () -> own)
        .run(
            context -> {
              assertThat(context).getBean(IdGenerator.class).isSameAs(own);
              assertThat(context).doesNotHaveBean(Snowflake.class);
              assertThat(context).doesNotHaveBean(WorkerSource.class);
            });
  }

  @Test
  void workerSourceBeanIsUsed() {
    plain()
        .withBean(WorkerSource.class, () -> WorkerSource.fixed(9))
        .run(context -> assertThat(snowflake(context).workerId()).isEqualTo(9));
  }

  @Test
  void primaryDataSourceIsUsed() {
    plain()
        .withUserConfiguration(PrimaryDatabase.class)
        .run(context -> assertThat(holds(context.getBean("orders", DataSource.class))).isTrue());
  }

  @Test
  void namedDataSourceIsUsedInsteadOfThePrimaryOne() {
    plain()
        .withUserConfiguration(PrimaryDatabase.class)
        .withPropertyValues("snowbraid.data-source=ids")
        .run(context -> assertThat(holds(context.getBean("ids", DataSource.class))).isTrue());
    plain()
        .withUserConfiguration(TwoDatabases.class)
        .withPropertyValues("snowbraid.data-source=ids")
        .run(context -> assertThat(holds(context.getBean("ids", DataSource.class))).isTrue());
  }

  private static boolean holds(DataSource database) {
    return JdbcWorkerSource.of(database).workers().size() == 1;
  }

  @Test
  void tableNamespaceAndOwnerAreUsed() {
    withDatabase()
        .withPropertyValues(
            "snowbraid.table=my_workers", "snowbraid.namespace=orders", "snowbraid.owner=me")
        .run(
            context ->
                assertThat(
                        workers(context).withTable("my_workers").withNamespace("orders").workers())
                    .extracting(WorkerInfo::owner)
                    .containsExactly("me"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "validate", "update"})
  void missingTableIsCreatedWhateverHibernateDoes(String ddl) {
    withDatabase()
        .withPropertyValues(fileDatabase(), "spring.jpa.hibernate.ddl-auto=" + ddl)
        .run(context -> assertThat(workers(context).workers()).hasSize(1));
  }

  @Test
  void scriptsThatCreateTheTableRunFirst() {
    withDatabase()
        .withPropertyValues(
            fileDatabase(),
            "spring.sql.init.mode=always",
            "spring.sql.init.schema-locations=classpath:io/snowbraid/jdbc/snowbraid_worker.sql")
        .run(context -> assertThat(workers(context).workers()).hasSize(1));
  }

  @Test
  void settingsReachTheGenerator() {
    ManualClock clock = new ManualClock();
    String layout = "time=42,timeline=2,worker=5,sequence=12,epoch=2025-01-01T00:00:00Z";
    TestContexts.withClock(clock)
        .withPropertyValues("snowbraid.layout=" + layout, "snowbraid.horizon=5m")
        .run(
            context -> {
              assertThat(snowflake(context).layout().workers()).isEqualTo(32);
              assertThat(snowflake(context).status().grantRemaining())
                  .contains(Duration.ofMinutes(5));
            });
  }

  @Test
  void maxLeadReachesTheGenerator() {
    assertThat(switchesOfAnHour("snowbraid.max-lead=2h")).isZero();
    assertThat(switchesOfAnHour("snowbraid.max-lead=1m")).isEqualTo(1);
  }

  private static long switchesOfAnHour(String property) {
    ManualClock clock = new ManualClock();
    List<SnowflakeEvent> events = new ArrayList<>();
    TestContexts.withClock(clock)
        .withPropertyValues(property)
        .withBean(SnowflakeListener.class, () -> events::add)
        .run(
            context -> {
              snowflake(context).nextId();
              clock.move(HOUR.negated());
              snowflake(context).nextId();
            });
    return events.stream().filter(TimelineSwitched.class::isInstance).count();
  }

  @Test
  void orderReachesTheGenerator() {
    assertThat(consecutive("snowbraid.sequence-order=ascending")).isTrue();
    assertThat(consecutive("snowbraid.sequence-order=shuffled")).isFalse();
  }

  private static boolean consecutive(String property) {
    List<Long> ids = new ArrayList<>();
    TestContexts.withClock(new ManualClock())
        .withPropertyValues(property)
        .run(
            context -> {
              for (int i = 0; i < 20; i++) {
                ids.add(snowflake(context).nextId());
              }
            });
    assertThat(ids).hasSize(20).doesNotHaveDuplicates();
    return ids.get(19) - ids.get(0) == 19 && ids.get(10) - ids.get(0) == 10;
  }

  @Test
  void functionsOfTheDatabaseTakeIdsFromTheGenerator() {
    withDatabase()
        .withPropertyValues("snowbraid.sql-functions.install=true")
        .run(
            context -> {
              long before = snowflake(context).status().issued();
              Long id =
                  new JdbcTemplate(context.getBean(DataSource.class))
                      .queryForObject("select next_snowflake()", Long.class);
              assertThat(id).isPositive();
              assertThat(snowflake(context).status().issued()).isEqualTo(before + 1);
            });
  }

  @Test
  void functionsUseAGeneratorBeanToo() {
    withDatabase()
        .withBean(Snowflake.class, () -> Snowflake.builder().worker(WorkerSource.fixed(11)).build())
        .withPropertyValues("snowbraid.sql-functions.install=true")
        .run(
            context ->
                assertThat(
                        new JdbcTemplate(context.getBean(DataSource.class))
                            .queryForObject(
                                "select snowflake_worker(next_snowflake())", Integer.class))
                    .isEqualTo(11));
  }
}
