package io.snowbraid.jdbc;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.Log;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;

/** Tests that users of a database on which nobody tried the library are told how to try it. */
@Timeout(60)
class UntriedDatabaseTest {

  private static final String LAST = "last line of the test";
  private static int databases;

  private final Logger log = Logger.getLogger("io.snowbraid");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler = new LogCapture(lines);

  @BeforeEach
  void listen() {
    log.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    log.removeHandler(handler);
  }

  private List<String> warnings() {
    Log.warn(LAST);
    await().atMost(ofMinutes(1)).until(() -> lines.contains(LAST));
    return lines.stream().filter(line -> line.startsWith("Snowbraid is untested")).toList();
  }

  /** An H2 whose driver says that it is something else, as the drivers of these databases do. */
  private static DataSource database(String product, String version, Map<String, String> statuses) {
    JdbcDataSource target = new JdbcDataSource();
    target.setURL("jdbc:h2:mem:untried" + databases++ + ";DB_CLOSE_DELAY=-1;PASSWORD=s3cret");
    return FakeJdbc.dataSource(() -> named(target.getConnection(), product, version, statuses));
  }

  private static Connection named(
      Connection target, String product, String version, Map<String, String> statuses) {
    return FakeJdbc.proxy(
        Connection.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getMetaData" -> metaData(target.getMetaData(), product, version);
              case "isWrapperFor" -> arguments[0] == PGConnection.class;
              case "unwrap" ->
                  FakeJdbc.proxy(PGConnection.class, (driver, asked, none) -> statuses);
              default -> FakeJdbc.pass(target, method, arguments);
            });
  }

  private static DatabaseMetaData metaData(
      DatabaseMetaData target, String product, String version) {
    return FakeJdbc.proxy(
        DatabaseMetaData.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getDatabaseProductName" -> product;
              case "getDatabaseProductVersion" -> version;
              default -> FakeJdbc.pass(target, method, arguments);
            });
  }

  /**
   * The warning comes first; that H2 then does not understand what is meant for others is no
   * matter.
   */
  private static void use(DataSource database) {
    try {
      JdbcWorkerSource.of(database).createTableIfMissing();
    } catch (WorkerSourceException e) {
      assertThat(e).hasMessageContaining("jdbc:h2:mem:untried");
    }
  }

  @Test
  void unknownDatabaseIsNamedOnceWithTheCommand() {
    DataSource first = database("Shopbase", "1.0", Map.of());
    for (int generator = 0; generator < 2; generator++) {
      try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(first)).build()) {
        assertThat(ids.nextId()).isPositive();
      }
    }
    DataSource second = database("Shopbase", "2.0", Map.of());
    assertThat(JdbcSegmentSource.of(second).create("orders", 1)).isTrue();
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("Snowbraid is untested on Shopbase; test it there")
        .contains("java -jar snowbraid.jar doctor --try --url jdbc:h2:mem:untried")
        .doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "MySQL,      8.4.0,                   none,         MySQL",
    "MySQL,      8.0.11-TiDB-v8.5.0,      none,         TiDB",
    "PostgreSQL, 15.12-YB-2025.1.0.0-b0,  TimeZone,     YugabyteDB",
    "PostgreSQL, 13.0.0,                  crdb_version, CockroachDB",
  })
  void databasesThatAnswerAsOthersAreNamed(
      String product, String version, String status, String name) {
    use(database(product, version, Map.of(status, "x")));
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("Snowbraid is untested on " + name + ";");
  }

  @ParameterizedTest
  @CsvSource({"H2, 2.5", "MariaDB, 12.0", "PostgreSQL, 18.0"})
  void triedDatabasesAreNotNamed(String product, String version) {
    use(database(product, version, Map.of("TimeZone", "x")));
    assertThat(warnings()).isEmpty();
  }
}
