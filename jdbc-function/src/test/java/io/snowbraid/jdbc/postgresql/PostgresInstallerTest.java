package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class PostgresInstallerTest extends PostgresTestCase {

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
  }

  private List<WorkerInfo> workers() {
    return JdbcWorkerSource.of(database.dataSource()).workers();
  }

  private static FunctionOptions namespace(String namespace) {
    return FunctionOptions.DEFAULT.withNamespace(namespace);
  }

  @Test
  void installsOnce() throws SQLException {
    try (Connection connection = database.open()) {
      PostgresInstaller installer = new PostgresInstaller(connection, FunctionTarget.DEFAULT);
      assertThat(installer.isInstalled()).isFalse();
      installer.install();
      assertThat(installer.isInstalled()).isTrue();
      installer.install();
    }
    assertThat(workers()).hasSize(1);
  }

  @Test
  void scriptMayRunAgainAndKeepsThePosition() throws SQLException {
    String script = PostgresInstaller.script(FunctionTarget.DEFAULT);
    database.run(script);
    long id = database.nextId();
    database.run(script);
    assertThat(database.nextId()).isGreaterThan(id);
    assertThat(workers()).hasSize(1);
  }

  @Test
  void olderFunctionsAreReplacedAndNewerOnesKept() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    String comment = "COMMENT ON FUNCTION next_snowflake() IS 'Snowbraid functions %d of %s'";
    try (Connection connection = database.open()) {
      PostgresInstaller installer = new PostgresInstaller(connection, FunctionTarget.DEFAULT);
      PostgresServer.run(connection, comment.formatted(0, "namespace default"));
      assertThat(installer.isInstalled()).isFalse();
      installer.install();
      assertThat(installer.isInstalled()).isTrue();
      PostgresServer.run(connection, comment.formatted(4, "namespace default"));
      assertThat(installer.isInstalled()).as("with another digest").isFalse();
      installer.install();
      assertThat(installer.isInstalled()).isTrue();
      PostgresServer.run(connection, comment.formatted(999, "namespace default"));
      assertThat(installer.isInstalled()).isTrue();
      PostgresServer.run(connection, "DROP FUNCTION snowflake_time(bigint) CASCADE");
      assertThat(installer.isInstalled()).isFalse();
    }
  }

  @Test
  void temporaryObjectsOfTheSessionDoNotMatter() throws SQLException {
    try (Connection connection = database.open()) {
      for (String name : List.of("node", "turn", "draw_0", "alive", "at_rest")) {
        PostgresServer.run(connection, "CREATE TEMPORARY TABLE " + name + " AS SELECT 1 AS one");
      }
      new PostgresInstaller(connection, FunctionTarget.DEFAULT).install();
      assertThat(PostgresServer.query(connection, Long.class, "SELECT next_snowflake()"))
          .hasSize(1);
    }
    assertThat(database.nextId()).isPositive();
  }

  /** They install one after another, and none waits for the others for more than four seconds. */
  @RepeatedTest(5)
  void racingInstallersAllSucceed() throws Exception {
    Crowd.call(
        3,
        () -> {
          database.install(FunctionOptions.DEFAULT);
          return true;
        });
    assertThat(workers()).hasSize(1);
  }

  @Test
  void isPartOfTheCallersTransaction() throws SQLException {
    database.run("CREATE TABLE t (n integer)");
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      PostgresServer.run(connection, "INSERT INTO t VALUES (1)");
      new PostgresInstaller(connection, FunctionTarget.DEFAULT).install();
      assertThat(PostgresServer.query(connection, Long.class, "SELECT next_snowflake()"))
          .hasSize(1);
      connection.rollback();
      connection.setAutoCommit(true);
      PostgresInstaller installer = new PostgresInstaller(connection, FunctionTarget.DEFAULT);
      assertThat(installer.isInstalled()).isFalse();
      assertThat(PostgresServer.query(connection, Integer.class, "SELECT n FROM t")).isEmpty();
      installer.install();
    }
    assertThat(workers()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "next_snowflake() RETURNS bigint",
        "next_snowflake(n integer) RETURNS bigint",
        "snowflake_time(id bigint) RETURNS bigint",
      })
  void foreignFunctionOfThatNameIsRejected(String function) throws SQLException {
    database.run("CREATE FUNCTION " + function + " LANGUAGE sql AS 'SELECT 1::bigint'");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining(" already exists");
  }

  @Test
  void schemasHaveIdSpacesOfTheirOwn() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run("CREATE SCHEMA \"My Shop\"");
    FunctionTarget other =
        new FunctionTarget("public.snowbraid_worker", "it's $$ {a} \\ name", Layout.DEFAULT);
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET search_path = \"My Shop\", public");
      new PostgresInstaller(connection, other).install();
      assertThat(new PostgresInstaller(connection, other).isInstalled()).isTrue();
      assertThat(
              PostgresServer.query(
                  connection, Integer.class, "SELECT snowflake_worker(next_snowflake())"))
          .containsExactly(127);
      assertThat(PostgresServer.query(connection, String.class, "SELECT current_schema()"))
          .containsExactly("My Shop");
    }
    assertThat(
            JdbcWorkerSource.of(database.dataSource()).withNamespace(other.namespace()).workers())
        .hasSize(1);
  }

  @Test
  void schemaHasOneNamespace() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(namespace("orders")))
        .withMessageContaining("functions of schema public issue ids of namespace");
  }

  @Test
  void readOnlyDatabaseSaysWhereToInstall() throws SQLException {
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET default_transaction_read_only = on");
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(() -> SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT))
          .withMessageContaining("because the database is read-only: ERROR: cannot execute ")
          .withMessageEndingWith("; connect to the primary, or install them there first");
    }
  }

  @Test
  void workerIsReservedForEver() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    WorkerInfo own = workers().get(0);
    assertThat(own.worker()).isEqualTo(127);
    assertThat(own.state()).isEqualTo(WorkerInfo.State.RESERVED);
    assertThat(own.owner()).isEqualTo("SQL functions of " + database.name() + ", schema public");
    assertThat(own.expiresAt()).isEqualTo(Optional.empty());
    assertThat(own.layout()).isEqualTo(Layout.DEFAULT.toString());
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> source.release(127))
        .withMessageContaining("worker is reserved permanently");
    // neither for the same owner nor when all others are taken
    database.run(
        "INSERT INTO snowbraid_worker SELECT namespace, number, layout, 'x', 'x', 1, last_ticks,"
            + " expires_at - 1, seen_at FROM snowbraid_worker, generate_series(0, 126) number WHERE"
            + " worker = 127");
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> Snowflake.builder().worker(source).owner(own.owner()).build());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                database.run(
                    "CREATE SCHEMA other; SET search_path = other, public",
                    PostgresInstaller.script(FunctionTarget.DEFAULT)))
        .withMessageContaining("no worker is free: all of namespace default");
  }

  @Test
  void workerThatWasGivenBackContinuesAfterItsIds() throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource()).createTableIfMissing();
    long last;
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      last = ids.nextId();
    }
    database.run(
        "INSERT INTO snowbraid_worker SELECT namespace, number, layout, 'x', 'x', 1, last_ticks,"
            + " expires_at + 1, seen_at FROM snowbraid_worker, generate_series(1, 127) number WHERE"
            + " worker = 0");
    database.install(FunctionOptions.DEFAULT);
    long first = database.nextId();
    assertThat(Layout.DEFAULT.decode(first).worker()).isZero();
    assertThat(Layout.DEFAULT.decode(first).time()).isAfter(Layout.DEFAULT.decode(last).time());
  }

  @Test
  void fullTableIsRejected() throws SQLException {
    JdbcWorkerSource.of(database.dataSource()).createTableIfMissing();
    database.run(
        "INSERT INTO snowbraid_worker SELECT 'default', number, '"
            + Layout.DEFAULT
            + "', 'x', 'x', 1, '-1', 1, 1 FROM generate_series(0, 127) number");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining(
            "no worker is free: all of namespace default in public.snowbraid_worker are held");
  }

  @Test
  void namespaceWithAnotherLayoutIsRejectedEitherWay() throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource()).createTableIfMissing();
    Snowflake.builder().worker(source).layout(Layouts.TWITTER).build().close();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining("namespace has a different layout: namespace=default");
    database.install(namespace("other"));
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(
            () ->
                Snowflake.builder()
                    .worker(source.withNamespace("other"))
                    .layout(Layouts.TWITTER)
                    .build())
        .withMessageContaining("namespace has a different layout");
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () ->
                SnowflakeFunctions.script(
                    ScriptDialect.POSTGRESQL, FunctionOptions.DEFAULT.withLayout(Layouts.TWITTER)))
        .withMessageStartingWith("layout of PostgreSQL's functions must be Layout.DEFAULT");
  }

  @Test
  void workerIsTakenFromTheShare() throws SQLException {
    database.install(FunctionOptions.DEFAULT.withWorkers("3,10-63"));
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(63);
    for (String wider : List.of("3,10-63", "0-63")) {
      try (Connection connection = database.open()) {
        assertThat(installer(connection, wider).isInstalled()).isTrue();
      }
    }
    try (Connection connection = database.open()) {
      assertThat(new PostgresInstaller(connection, FunctionTarget.DEFAULT).isInstalled()).isTrue();
      assertThat(installer(connection, "10-63").isInstalled()).isFalse();
      installer(connection, "10-63").install();
      assertThat(installer(connection, "10-63").isInstalled()).isTrue();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> installer(connection, "64-127").install())
          .withMessageContaining("worker of the functions must be one of 64-127, but is 63");
      PostgresServer.run(connection, "SELECT snowbraid_public.adopt(100)");
      installer(connection, "64-127").install();
    }
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(100);
  }

  private static PostgresInstaller installer(Connection connection, String workers) {
    return new PostgresInstaller(
        connection,
        new FunctionTarget(
            "snowbraid_worker", "default", Layout.DEFAULT, WorkerShare.parse(workers)));
  }

  @Test
  void shareWithoutAFreeWorkerIsRejected() throws SQLException {
    database.install(FunctionOptions.DEFAULT.withWorkers("5"));
    database.run("CREATE SCHEMA other");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                database.run(
                    "SET search_path = other, public",
                    PostgresInstaller.script(
                        new FunctionTarget(
                            "snowbraid_worker",
                            "default",
                            Layout.DEFAULT,
                            WorkerShare.parse("5")))))
        .withMessageContaining("no worker is free: all of namespace default in ")
        .withMessageContaining(" are held (workers=5)");
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () ->
                SnowflakeFunctions.script(
                    ScriptDialect.POSTGRESQL, FunctionOptions.DEFAULT.withWorkers("128-200")))
        .withMessageStartingWith(
            "none of the workers 128-200 exists in the layout, which has 128 workers");
  }

  @Test
  void schemaMustExist() {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                database.run(
                    "SET search_path = nowhere", PostgresInstaller.script(FunctionTarget.DEFAULT)))
        .withMessageContaining("current schema must exist");
  }
}
