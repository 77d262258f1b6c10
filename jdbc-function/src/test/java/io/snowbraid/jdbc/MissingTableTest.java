package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingTableTest {

  private static int databases;

  private JdbcDataSource admin;

  @BeforeEach
  void open() {
    admin = database("mem:missing" + databases++ + ";DB_CLOSE_DELAY=-1", "sa");
  }

  private static JdbcDataSource database(String name, String user) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:" + name);
    database.setUser(user);
    database.setPassword("secret");
    return database;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = admin.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static NoWorkerAvailableException rejection(JdbcWorkerSource workers) {
    return assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> Snowflake.builder().worker(workers).build())
        .actual();
  }

  @Test
  void tableThatOthersCreateIsAwaited() {
    DataSource migrated =
        FakeJdbc.atConnection(2, admin, () -> JdbcWorkerSource.of(admin).createTableIfMissing());
    try (Snowflake ids =
        Snowflake.builder()
            .worker(JdbcWorkerSource.of(migrated).withTableCreation(false))
            .build()) {
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  @Tag("slow") // waits ten seconds
  void tableThatNobodyCreatesIsAnErrorWithItsDefinition() {
    assertThat(rejection(JdbcWorkerSource.of(admin).withTableCreation(false)))
        .hasMessageContaining("worker table does not exist (table=snowbraid_worker, schema=PUBLIC")
        .hasMessageContaining("create table if not exists snowbraid_worker (");
  }

  /** A table with an explicit schema is not looked for in the connection's schema. */
  @ParameterizedTest
  @CsvSource({
    "other.snowbraid_worker, false",
    "OTHER.\"snow.braid\", false",
    "\"OTHER\".snowbraid_worker, false",
    "\"snow.braid\", true",
  })
  void createdTableIsToldOfWithItsSchema(String table, boolean inSchemaOfConnection)
      throws SQLException {
    execute("create schema other");
    List<String> lines =
        logOf(() -> JdbcWorkerSource.of(admin).withTable(table).createTableIfMissing());
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith(
            "created the worker table: table="
                + table
                + (inSchemaOfConnection ? ", schema=PUBLIC, user=SA" : ", user=SA"));
  }

  @Test
  void missingRightsAreNamedAndSecretsAreNot() throws SQLException {
    execute("create user clerk password 'secret'");
    DataSource restricted =
        new UrlDataSource(admin.getUrl().replaceFirst(";.*", "") + ";USER=clerk;PASSWORD=secret");
    assertThat(rejection(JdbcWorkerSource.of(restricted)))
        .hasMessageContaining("worker table is missing and could not be created")
        .hasMessageContaining("schema=PUBLIC, user=CLERK, database=jdbc:h2:mem:missing")
        .hasMessageContaining("): Not enough rights")
        .hasMessageContaining("create table if not exists snowbraid_worker (")
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://host:5432/shop?user=u&password=p, jdbc:postgresql://host:5432/shop",
    "jdbc:postgresql://u:p@host/shop, jdbc:postgresql://host/shop",
    "'jdbc:postgresql://host1:1,host2:2/shop', 'jdbc:postgresql://host1:1,host2:2/shop'",
    "jdbc:oracle:thin:u/p@//host:1521/shop, jdbc:oracle:thin://host:1521/shop",
    "jdbc:sqlserver://host:1433;password=p;databaseName=shop, jdbc:sqlserver://host:1433",
    "jdbc:h2:file:./data/shop;PASSWORD=p, jdbc:h2:file:./data/shop",
    "jdbc:mariadb://host/shop, jdbc:mariadb://host/shop",
    "jdbc:sqlite:/home/me@work/shop.db, jdbc:sqlite:/home/me@work/shop.db",
    "jdbc:sqlite:home/me@work/shop.db, jdbc:sqlite:home/me@work/shop.db",
    "jdbc:postgresql://u:p@p/p:p@host/shop, jdbc:postgresql://host/shop",
    "jdbc:postgresql://u:p?p@host/shop, jdbc:postgresql://",
    "jdbc:postgresql://[::1]:5432/shop?password=p, jdbc:postgresql://[::1]:5432/shop",
    "'jdbc:mysql://(host=db,user=u,password=p)/shop',"
        + " 'jdbc:mysql://(host=db,user=u,password=***)/shop'",
    "jdbc:db2://host:50000/shop:sslTrustStorePassword=p;user=u;,"
        + " jdbc:db2://host:50000/shop:sslTrustStorePassword=***",
    "jdbc:oracle:thin:u/p@p/p@//host:1521/shop, jdbc:oracle:thin://host:1521/shop",
    "jdbc:oracle:thin:u/p?p@//host:1521/shop, jdbc:oracle:thin:",
    "jdbc:oracle:thin:@//host:1521/shop, jdbc:oracle:thin:@//host:1521/shop",
  })
  void urlsAreShownWithoutSecrets(String url, String shown) {
    assertThat(DatabaseAddress.withoutSecrets(url)).isEqualTo(shown);
  }

  private static List<String> logOf(Runnable creation) {
    List<String> lines = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.snowbraid");
    Handler handler = new LogCapture(lines);
    logger.addHandler(handler);
    try {
      creation.run();
    } finally {
      logger.removeHandler(handler);
    }
    return lines;
  }

  /** As with a schema for each tenant: both tables have worker 0, and both begin at 1. */
  @Test
  void secondTableOfTheNameInAnotherSchemaIsWarnedOf() throws SQLException {
    execute("create schema tenant");
    JdbcDataSource tenant = database(admin.getURL().substring(8) + ";SCHEMA=TENANT", "sa");
    JdbcWorkerSource.of(admin).createTableIfMissing();
    JdbcSegmentSource.of(admin).draw("orders", 1);
    assertThat(logOf(() -> JdbcWorkerSource.of(tenant).createTableIfMissing()).get(1))
        .startsWith(
            "several schemas have a worker table snowbraid_worker: [PUBLIC, TENANT]; if one"
                + " application uses more than one of them,");
    assertThat(logOf(() -> JdbcSegmentSource.of(tenant).draw("orders", 1)).get(1))
        .startsWith("several schemas have a segment table ");
    execute("create schema other");
    assertThat(
            logOf(
                () ->
                    JdbcWorkerSource.of(admin)
                        .withTable("other.snowbraid_worker")
                        .createTableIfMissing()))
        .hasSize(1); // the application has named the schema
  }
}
