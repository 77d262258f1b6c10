package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.LogCapture;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what is left after an uninstall, and how many worker tables there may be. */
@Tag("slow")
class PostgresUninstallTest extends PostgresTestCase {

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
  }

  private List<WorkerInfo> workers() {
    return JdbcWorkerSource.of(database.dataSource()).workers();
  }

  private List<String> left() throws SQLException {
    return database.query(
        String.class,
        "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace >= 16384 OR pronamespace ="
            + " 'public'::regnamespace UNION ALL SELECT nspname FROM pg_namespace WHERE nspname"
            + " LIKE 'snowbraid%' UNION ALL SELECT oid::regclass::text FROM pg_class WHERE relname"
            + " IN ('node', 'lane_0', 'granted', 'turn', 'alive')");
  }

  @Test
  void uninstallLeavesNothingAndGivesTheWorkerBack() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    long last = database.query(Long.class, "SELECT max(id) FROM next_snowflakes(1000)").get(0);
    SnowflakeFunctions.uninstall(database.dataSource());
    assertThat(left()).isEmpty();
    WorkerInfo given = workers().get(0);
    assertThat(given.state()).isEqualTo(WorkerInfo.State.RELEASED);
    SnowflakeFunctions.uninstall(database.dataSource());
    database.run("UPDATE snowbraid_worker SET fence = fence"); // the table stays
    // the next holder of the number starts after everything that was issued
    database.run(
        "INSERT INTO snowbraid_worker SELECT namespace, number, layout, 'x', 'x', 1, last_ticks, 1,"
            + " seen_at FROM snowbraid_worker, generate_series(0, 126) number WHERE worker = 127");
    database.install(FunctionOptions.DEFAULT);
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(127);
    assertThat(database.nextId()).isGreaterThan(last);
  }

  @Test
  void uninstallFailsWhileADefaultCallsTheFunctions() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run("CREATE TABLE t (id bigint DEFAULT next_snowflake())");
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(() -> SnowflakeFunctions.uninstall(database.dataSource()))
        .withMessageStartingWith("SQL functions could not be removed: ")
        .withMessageContaining("default value for column id of table public.t depends on");
    assertThat(database.nextId()).isPositive();
    assertThat(workers().get(0).state()).isEqualTo(WorkerInfo.State.RESERVED);
  }

  @Test
  void secondWorkerTableIsRejectedUnlessItIsNamedInFull() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run("CREATE SCHEMA other");
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET search_path = other");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> new PostgresInstaller(connection, FunctionTarget.DEFAULT).install())
          .withMessageContaining("a database must have only one worker table")
          .withMessageContaining("there is public.snowbraid_worker");
      new PostgresInstaller(
              connection, new FunctionTarget("public.snowbraid_worker", "default", Layout.DEFAULT))
          .install();
      assertThat(
              PostgresServer.query(
                  connection, Integer.class, "SELECT snowflake_worker(next_snowflake())"))
          .containsExactly(126);
    }
    JdbcWorkerSource elsewhere = JdbcWorkerSource.of(in("other"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(elsewhere::createTableIfMissing)
        .withMessageContaining("a database with SQL functions must have only one worker table")
        .withMessageContaining("there is public.snowbraid_worker");
    assertThat(elsewhere.withTable("other.snowbraid_worker").createTableIfMissing().workers())
        .isEmpty();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run(PostgresInstaller.script(FunctionTarget.DEFAULT)))
        .withMessageContaining("there is other.snowbraid_worker");
  }

  /**
   * Tenants: without SQL functions each schema may have a table. One line of the log says so, and
   * another one warns of the second table, which has the same workers.
   */
  @Test
  void tableOfEachSchemaIsToldOf() throws SQLException {
    database.run("CREATE SCHEMA a", "CREATE SCHEMA b");
    List<String> lines = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.snowbraid");
    Handler handler = new LogCapture(lines);
    logger.addHandler(handler);
    try {
      for (String schema : List.of("a", "b", "b")) {
        JdbcWorkerSource.of(in(schema)).withNamespace("shop").createTableIfMissing();
      }
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(lines)
        .map(line -> line.replaceAll("user=.*, (?=namespace)|; if one application.*", ""))
        .containsExactly(
            "created the worker table: table=snowbraid_worker, schema=a, namespace=shop",
            "created the worker table: table=snowbraid_worker, schema=b, namespace=shop",
            "several schemas have a worker table snowbraid_worker: [a, b]");
  }

  private DataSource in(String schema) {
    return server
        .server()
        .getDatabase("postgres", database.name(), Map.of("currentSchema", schema));
  }
}
