package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.Layout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests what operators see of the SQL functions in PostgreSQL. */
@Tag("slow")
class PostgresCommandTest {

  private static EmbeddedPostgres server;
  private static int databases;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String name = "";

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().setServerConfig("fsync", "on").start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void install() throws SQLException {
    databases++;
    name = "shop_" + databases;
    execute("postgres", "CREATE DATABASE " + name);
    SnowflakeFunctions.install(server.getDatabase("postgres", name), FunctionOptions.DEFAULT);
  }

  private void execute(String database, String sql) throws SQLException {
    try (Connection connection = server.getDatabase("postgres", database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String url(String database) {
    return server.getJdbcUrl("postgres", database);
  }

  private int run(String... arguments) {
    CommandLine command = SnowbraidCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  private String copy() throws SQLException {
    String copy = name + "_copy";
    execute("postgres", "CREATE DATABASE " + copy + " TEMPLATE " + name);
    return copy;
  }

  @Test
  void doctorAcceptsFunctionsInTheirDatabase() {
    assertThat(run("doctor", "--url", url(name))).isZero();
    assertThat(out.toString())
        .containsPattern(
            "functions +ok +schema public: worker 127 of namespace default, timeline 1")
        .containsPattern("rollback numbers +ok +0 of 4 are ahead")
        .containsPattern("worker tables +ok +public.snowbraid_worker is the only one")
        .containsPattern("fsync +ok +is on")
        .containsPattern("full_page_writes +ok +is on");
  }

  @Test
  void doctorFindsCopiesLanesAndTables() throws SQLException {
    String copy = copy();
    execute(copy, "CREATE SCHEMA tenant; CREATE TABLE tenant.snowbraid_worker (n integer)");
    assertThat(run("doctor", "--url", url(copy))).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("functions +WRONG .*a copy that was not adopted; call snowbraid_public")
        .containsPattern(
            "worker tables +WRONG +public.snowbraid_worker: 1 other tables have this name, ");
    execute(copy, "SELECT snowbraid_public.adopt()");
    assertThat(run("doctor", "--url", url(copy))).isEqualTo(1);
    assertThat(out.toString()).containsPattern("rollback numbers +WRONG +4 of 4 are ahead");
  }

  /** Simulates two servers with the same data by two databases, one of which was adopted. */
  @Test
  void doctorComparesACopyWithTheOriginal() throws SQLException {
    String copy = copy();
    assertThat(run("doctor", "--url", url(name), "--copy", url(copy))).isZero();
    assertThat(out.toString()).containsPattern("copy +ok +the two servers differ");
    execute(copy, "SELECT snowbraid_public.adopt()");
    assertThat(run("doctor", "--url", url(name), "--copy", url(copy))).isEqualTo(1);
    assertThat(out.toString()).containsPattern("copy +WRONG +both servers issue the same ids");
    execute(copy, "SELECT snowbraid_public.adopt(7)");
    assertThat(run("doctor", "--url", url(name), "--copy", url(copy))).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRUNCATE snowbraid_worker|its row is gone",
        "DROP TABLE snowbraid_worker|the table is gone",
        "UPDATE snowbraid_worker SET expires_at = 0|its row belongs to another process or database",
        "UPDATE snowbraid_worker SET holder = 'x'|its row belongs to another process or database",
      })
  void doctorFindsALostWorker(String sql, String problem) throws SQLException {
    assertThat(run("doctor", "--url", url(name))).isZero();
    assertThat(out.toString())
        .containsPattern("reserved worker +ok +127 in public.snowbraid_worker belongs to schema");
    execute(name, sql);
    assertThat(run("doctor", "--url", url(name))).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("reserved worker +WRONG +127 in public.snowbraid_worker: " + problem);
  }

  @Test
  void doctorFindsCodeOfOthersOnTheWorkerTable() throws SQLException {
    execute(name, "CREATE ROLE owner_" + name);
    execute(
        name,
        "ALTER TABLE snowbraid_worker OWNER TO owner_"
            + name
            + "; CREATE RULE r AS ON INSERT TO snowbraid_worker DO ALSO NOTHING");
    assertThat(run("doctor", "--url", url(name))).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("reserved worker +WRONG .*: the table runs code of another role: rule r");
  }

  /** Its functions would run with the rights of the operator. */
  @Test
  void doctorCallsNothingOfARoleWithFewerRights() throws SQLException {
    String role = "owner_of_" + name;
    execute(name, "CREATE ROLE " + role);
    execute(name, "ALTER FUNCTION snowbraid_public.report() OWNER TO " + role);
    assertThat(run("doctor", "--url", url(name))).isZero();
    assertThat(out.toString())
        .containsPattern("functions +warning +schema public: not checked.*run doctor as " + role);
  }

  @Test
  void workerOfDroppedFunctionsIsFoundAndReleased() throws SQLException {
    assertThat(run("release", "--url", url(name), "--dropped-functions")).isZero();
    assertThat(out.toString())
        .contains("no worker is reserved for dropped functions of this database");
    long before = System.currentTimeMillis();
    execute(name, "DROP SCHEMA snowbraid_public CASCADE");
    assertThat(run("doctor", "--url", url(name))).isZero();
    assertThat(out.toString())
        .containsPattern(
            "dropped functions +warning +worker 127 is still reserved for SQL functions of "
                + name
                + ", schema public, which were dropped; release the worker with release"
                + " --dropped-functions");
    assertThat(run("release", "--url", url(name), "--dropped-functions")).isZero();
    assertThat(out.toString()).contains("worker 127 is released: its owner was SQL functions of");
    assertThat(run("workers", "--url", url(name))).isZero();
    assertThat(out.toString()).containsPattern("127 .*released");
    execute(
        name,
        "DO $$ BEGIN ASSERT (SELECT bool_and(tick::bigint > "
            + (before - Layout.DEFAULT.epoch().toEpochMilli() + 11_000)
            + ") AND count(*) = 16 FROM snowbraid_worker, unnest(string_to_array(last_ticks, ' '))"
            + " tick WHERE worker = 127); END $$");
  }

  /** The functions of the original may still exist, so nothing of theirs is released. */
  @Test
  void workerOfFunctionsElsewhereStaysReserved() throws SQLException {
    String copy = copy();
    execute(copy, "SELECT snowbraid_public.adopt(5)");
    for (String expected : new String[] {"exists", "is gone"}) {
      assertThat(run("release", "--url", url(copy), "--dropped-functions")).isZero();
      assertThat(out.toString())
          .contains("no worker is reserved for dropped functions of this database");
      assertThat(run("doctor", "--url", url(copy))).isZero();
      assertThat(out.toString().contains("were in a dropped database of this server"))
          .isEqualTo(expected.equals("is gone"));
      execute("postgres", "DROP DATABASE IF EXISTS " + name);
    }
  }

  @Test
  void doctorFindsSettingsThatLoseWhatWasCommitted() throws Exception {
    try (EmbeddedPostgres careless =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .start()) {
      SnowflakeFunctions.install(careless.getPostgresDatabase(), FunctionOptions.DEFAULT);
      assertThat(run("doctor", "--url", careless.getJdbcUrl("postgres", "postgres"))).isEqualTo(1);
    }
    assertThat(out.toString())
        .containsPattern("fsync +WRONG +is off, so a crash")
        .containsPattern("full_page_writes +WRONG +is off, so a crash");
  }

  @Test
  void uninstallRemovesEverything() throws SQLException {
    assertThat(run("uninstall", "--url", url(name), "--print")).isZero();
    assertThat(out.toString()).contains("DROP SCHEMA");
    execute(name, "CREATE TABLE t (id bigint DEFAULT next_snowflake())");
    assertThat(run("uninstall", "--url", url(name))).isEqualTo(1);
    assertThat(err.toString())
        .contains("default value for column id of table public.t")
        .doesNotContain("\tat ");
    execute(name, "DROP TABLE t");
    assertThat(run("uninstall", "--url", url(name))).isZero();
    assertThat(out.toString()).contains("removed the functions and released their worker");
    assertThat(run("workers", "--url", url(name))).isZero();
    assertThat(out.toString()).containsPattern("127 .*released");
  }
}
