package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests what holds for the ids of an application with any framework. */
@Tag("slow")
abstract class FrameworkContract {

  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();
  private final JdbcDataSource database = new JdbcDataSource();
  private String name;

  /** Returns the application, with everything that Spring Boot auto-configures. */
  abstract Class<?> application();

  /** Stores a row without an id. */
  abstract long insert(ConfigurableApplicationContext context);

  /** Stores many rows without an id, by the framework's bulk method. */
  abstract List<Long> insertAll(ConfigurableApplicationContext context, int count);

  /** Stores a row with an id that the application assigned. */
  abstract void insert(ConfigurableApplicationContext context, long id);

  /** Returns the other ways in which the application generates ids. */
  List<Callable<Long>> others(ConfigurableApplicationContext context) {
    return List.of(
        context.getBean(IdGenerator.class)::nextId,
        () -> Purchases.insert(context),
        () -> query("SELECT NEXT_SNOWFLAKE()"));
  }

  /** Returns the settings of the application. */
  List<String> settings() {
    return List.of(
        "spring.datasource.url=jdbc:h2:mem:" + name,
        "spring.jpa.hibernate.ddl-auto=update",
        "snowbraid.sql-functions.install=true");
  }

  /** Returns the name of the database. */
  final String name() {
    return name;
  }

  @BeforeEach
  void createTable() throws SQLException {
    name = "d" + UUID.randomUUID().toString().replace("-", "") + ";DB_CLOSE_DELAY=-1";
    database.setURL("jdbc:h2:mem:" + name);
    database.setUser("sa"); // as Spring Boot does
    execute("CREATE TABLE item (id BIGINT PRIMARY KEY, name VARCHAR(100))");
  }

  @AfterEach
  void close() {
    contexts.forEach(ConfigurableApplicationContext::close);
  }

  final ConfigurableApplicationContext start(String... settings) {
    return start(application(), settings);
  }

  final ConfigurableApplicationContext start(Class<?> application, String... settings) {
    List<String> all = new ArrayList<>(settings());
    all.addAll(List.of(settings));
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(application)
            .web(WebApplicationType.NONE)
            .run(all.stream().map(setting -> "--" + setting).toArray(String[]::new));
    contexts.add(context);
    return context;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long query(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  private List<WorkerInfo> workers() {
    return JdbcWorkerSource.of(database).workers();
  }

  private static int worker(ConfigurableApplicationContext context) {
    return context.getBean(Snowflake.class).workerId();
  }

  @Test
  void allIdsOfAnApplicationAreOfOneGenerator() throws Exception {
    ConfigurableApplicationContext context = start();
    List<Callable<Long>> makers = new ArrayList<>(others(context));
    makers.add(() -> insert(context));
    List<Long> ids = inTurns(makers, 100);
    assertThat(ids).doesNotHaveDuplicates().isSorted();
    assertThat(workers()).hasSize(1);
    assertThat(ofAll(makers, 500)).doesNotHaveDuplicates();
  }

  private static List<Long> inTurns(List<Callable<Long>> makers, int rounds) throws Exception {
    List<Long> ids = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (Callable<Long> maker : makers) {
        ids.add(maker.call());
      }
    }
    return ids;
  }

  private static List<Long> ofAll(List<Callable<Long>> makers, int each) throws Exception {
    List<Callable<List<Long>>> calls =
        makers.stream()
            .<Callable<List<Long>>>map(maker -> () -> inTurns(List.of(maker), each))
            .toList();
    return Crowd.call(calls.size(), calls).stream().flatMap(List::stream).toList();
  }

  @Test
  void manyRowsGetIncreasingIdsAndAnAssignedIdIsKept() throws SQLException {
    ConfigurableApplicationContext context = start("snowbraid.assigned-ids=true");
    insert(context, 4711);
    assertThat(query("SELECT id FROM item")).isEqualTo(4711);
    List<Long> ids = insertAll(context, 500);
    assertThat(ids).hasSize(500).doesNotHaveDuplicates().isSorted();
    assertThat(query("SELECT COUNT(*) FROM item")).isEqualTo(501);
    assertThat(query("SELECT MAX(id) FROM item")).isEqualTo(ids.get(499));
  }

  @Test
  void simultaneousContextsLeaseAndReleaseTheirOwnWorkers() {
    ConfigurableApplicationContext first = start();
    ConfigurableApplicationContext second = start();
    List<Long> ids =
        IntStream.range(0, 100).mapToObj(i -> insert(i % 2 == 0 ? first : second)).toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(worker(first)).isNotEqualTo(worker(second));
    first.close();
    second.close();
    assertThat(workers())
        .hasSize(2)
        .extracting(WorkerInfo::state)
        .doesNotContain(WorkerInfo.State.HELD);
    assertThat(insert(start())).isGreaterThan(ids.get(99)); // as after a restart by devtools
    assertThat(workers()).hasSize(2);
  }

  @Test
  void nothingIsStoredIfNoIdCanBeIssued() throws SQLException {
    ConfigurableApplicationContext context =
        start("snowbraid.max-wait=100ms", "snowbraid.horizon=10s");
    long stored = insert(context);
    execute("DROP TABLE snowbraid_worker");
    context
        .getBean(ShiftedClock.class)
        .shift(Duration.ofSeconds(30)); // past everything that is granted
    Throwable failure = catchThrowable(() -> insert(context));
    assertThat(causes(failure)).hasAtLeastOneElementOfType(SnowbraidException.class);
    assertThat(query("SELECT MAX(id) FROM item")).isEqualTo(stored);
  }

  private static List<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
  }
}
