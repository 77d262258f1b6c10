package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.job.PastIds;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests in which schema the worker table is found or created. */
class WorkerTableSchemaTest {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static EmbeddedPostgres server;

  private String database;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void create() throws SQLException {
    database = "db" + DATABASES.incrementAndGet();
    execute(server.getPostgresDatabase(), "create database " + database);
    execute(owner(), "create role app_" + database + " login");
  }

  private DataSource owner() {
    return server.getDatabase("postgres", database);
  }

  private static void execute(DataSource target, String... statements) throws SQLException {
    try (Connection connection = target.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void allowOnly(String schema) throws SQLException {
    execute(
        owner(),
        "revoke all on schema public from public",
        "create schema " + schema + " authorization app_" + database);
  }

  private HikariDataSource application() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.getJdbcUrl("app_" + database, database));
    config.setMaximumPoolSize(2);
    return new HikariDataSource(config);
  }

  private static SessionFactory open(DataSource target, Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("hibernate.hbm2ddl.auto", "update");
    return TestFactory.open(target, all, IdSpaceEntities.Tenanted.class);
  }

  private static long persisted(SessionFactory factory) {
    return factory.fromTransaction(
        session -> {
          IdSpaceEntities.Tenanted entity = new IdSpaceEntities.Tenanted();
          session.persist(entity);
          return entity.id;
        });
  }

  private static List<State> states(DataSource target, String table) {
    return JdbcWorkerSource.of(target).withTable(table).workers().stream()
        .map(WorkerInfo::state)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"app, app", "`my-schema`, \"my-schema\"", "`Mixed`, \"Mixed\""})
  void missingTableIsCreatedInTheDefaultSchema(String setting, String schema) throws SQLException {
    allowOnly(schema);
    try (HikariDataSource pool = application()) {
      try (SessionFactory factory = open(pool, Map.of("hibernate.default_schema", setting))) {
        assertThat(persisted(factory)).isGreaterThan(1L << 40);
      }
      assertThat(states(pool, schema + ".snowbraid_worker")).containsExactly(State.RELEASED);
    }
  }

  /** Nothing can be created while the only schema of the path is missing. */
  @Test
  void onlySchemaIsCreatedBeforeTheTable() throws SQLException {
    Map<String, Object> settings =
        Map.of("hibernate.default_schema", "app", "hibernate.hbm2ddl.create_namespaces", "true");
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(server.getJdbcUrl("postgres", database) + "&currentSchema=app");
      try (SessionFactory factory = open(pool, settings)) {
        assertThat(persisted(factory)).isGreaterThan(1L << 40);
      }
      assertThat(states(pool, "app.snowbraid_worker")).containsExactly(State.RELEASED);
    }
  }

  @Test
  void defaultCatalogIsUsed() throws SQLException {
    allowOnly("app");
    Map<String, Object> settings =
        Map.of("hibernate.default_schema", "app", "hibernate.default_catalog", database);
    try (HikariDataSource pool = application()) {
      open(pool, settings).close();
      assertThat(states(pool, database + ".app.snowbraid_worker")).containsExactly(State.RELEASED);
    }
  }

  /** The existing table records what was issued. */
  @Test
  void tableThatConnectionsFindStaysInUse() throws SQLException {
    JdbcWorkerSource.of(owner()).createTableIfMissing();
    execute(owner(), "create schema app");
    try (SessionFactory factory = open(owner(), Map.of("hibernate.default_schema", "app"))) {
      assertThat(persisted(factory)).isGreaterThan(1L << 40);
      assertThat(states(owner(), "public.snowbraid_worker")).containsExactly(State.HELD);
    }
  }

  @Test
  void tableOfTheFunctionsIsUsed() throws SQLException {
    execute(owner(), "create schema app");
    JdbcWorkerSource.of(owner()).withTable("app.snowbraid_worker").createTableIfMissing();
    SnowflakeFunctions.install(
        owner(), // qualified with its schema, because there is another table of this name
        FunctionOptions.DEFAULT.withTable("public.snowbraid_worker").withoutGenerator());
    try (SessionFactory factory = open(owner(), Map.of("hibernate.default_schema", "app"))) {
      assertThat(persisted(factory)).isGreaterThan(1L << 40);
      assertThat(states(owner(), "public.snowbraid_worker"))
          .containsExactly(State.HELD, State.RESERVED);
      assertThat(states(owner(), "app.snowbraid_worker")).isEmpty();
    }
  }

  @Test
  void claimsForIdsOfThePastAreNotTakenForFunctions() throws SQLException {
    execute(owner(), "create schema app");
    JdbcWorkerSource.of(owner()).withTable("app.snowbraid_worker").createTableIfMissing();
    JdbcWorkerSource elsewhere = JdbcWorkerSource.of(owner()).withTable("public.snowbraid_worker");
    assertThat(PastIds.open(elsewhere).workerId()).isEqualTo(127);
    try (SessionFactory factory = open(owner(), Map.of("hibernate.default_schema", "app"))) {
      assertThat(persisted(factory)).isGreaterThan(1L << 40);
      assertThat(states(owner(), "public.snowbraid_worker")).containsExactly(State.PAST);
      assertThat(states(owner(), "app.snowbraid_worker")).containsExactly(State.HELD);
    }
  }

  @Test
  void functionsThatAreInstalledHereUseTheSameTable() throws SQLException {
    execute(owner(), "create schema app");
    Map<String, Object> settings =
        Map.of("hibernate.default_schema", "app", "snowbraid.sql-functions", "install");
    try (SessionFactory factory = open(owner(), settings)) {
      assertThat(persisted(factory)).isGreaterThan(1L << 40);
      assertThat(states(owner(), "app.snowbraid_worker"))
          .containsExactly(State.HELD, State.RESERVED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "my-workers, \"my-workers\"",
    "`my-schema`.`my workers`, \"my-schema\".\"my workers\"",
    "my-schema.workers, \"my-schema\".workers",
  })
  void namesMayBeQuoted(String setting, String table) throws SQLException {
    execute(owner(), "create schema \"my-schema\"");
    open(owner(), Map.of("snowbraid.table", setting)).close();
    assertThat(states(owner(), table)).containsExactly(State.RELEASED);
  }
}
