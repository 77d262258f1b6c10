package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.layout.Layout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests two servers that replicate the tables of an application, but not those of the functions.
 */
@Tag("slow")
class PostgresLogicalReplicationTest {

  private PostgresServer oneServer;
  private PostgresServer otherServer;
  private PostgresServer.Database one;
  private PostgresServer.Database other;

  @BeforeEach
  void start() throws IOException, SQLException {
    oneServer = new PostgresServer(logical());
    otherServer = new PostgresServer(logical());
    one = oneServer.empty();
    other = otherServer.empty();
  }

  private static EmbeddedPostgres.Builder logical() {
    return EmbeddedPostgres.builder().setServerConfig("wal_level", "logical");
  }

  @AfterEach
  void stop() throws IOException {
    try (PostgresServer first = oneServer;
        PostgresServer second = otherServer) {
      assertThat(first).isNotSameAs(second);
    }
  }

  private static void createTables(PostgresServer.Database database) throws SQLException {
    database.run(
        "CREATE SCHEMA shop",
        "CREATE TABLE shop.city (id bigint DEFAULT next_snowflake() PRIMARY KEY, name text)");
  }

  private static void subscribe(
      PostgresServer.Database from,
      PostgresServer server,
      PostgresServer.Database to,
      String publication)
      throws SQLException {
    to.run(
        "CREATE SUBSCRIPTION to_"
            + publication
            + " CONNECTION 'host=localhost port="
            + server.server().getPort()
            + " user=postgres dbname="
            + from.name()
            + "' PUBLICATION "
            + publication
            + " WITH (origin = none)");
  }

  /** Waits until a query is true. */
  private static void await(PostgresServer.Database database, String sql) throws SQLException {
    for (int attempt = 0; attempt < 1_500; attempt++) {
      if (database.query(Boolean.class, sql).contains(true)) {
        return;
      }
      LockSupport.parkNanos(20_000_000);
    }
    throw new AssertionError("did not become true: " + sql);
  }

  @Test
  void bothSidesIssueIdsOfTheirShare() throws SQLException {
    one.install(FunctionOptions.DEFAULT.withWorkers("0-63"));
    other.install(FunctionOptions.DEFAULT.withWorkers("64-127"));
    replicate();
    exchangeRows(63, 127);
  }

  @Test
  void sidesThatHaveTheSameWorkerAreMendedByAdopt() throws SQLException {
    one.install(FunctionOptions.DEFAULT);
    other.install(FunctionOptions.DEFAULT);
    other.run("SELECT snowbraid_public.adopt(125)");
    replicate();
    exchangeRows(127, 125);
  }

  /** Replicates one schema in both directions, and another table by its name. */
  private void replicate() throws SQLException {
    for (PostgresServer.Database side : List.of(one, other)) {
      createTables(side);
      side.run("CREATE TABLE street (id bigint DEFAULT next_snowflake() PRIMARY KEY, name text)");
    }
    one.run("CREATE PUBLICATION one FOR TABLES IN SCHEMA shop, TABLE street");
    other.run("CREATE PUBLICATION other FOR TABLES IN SCHEMA shop, TABLE street");
    subscribe(one, oneServer, other, "one");
    subscribe(other, otherServer, one, "other");
  }

  private void exchangeRows(int worker, int otherWorker) throws SQLException {
    for (int round = 0; round < 5; round++) {
      for (PostgresServer.Database side : List.of(one, other)) {
        for (String table : List.of("shop.city", "street")) {
          side.run(
              "INSERT INTO "
                  + table
                  + " (name) SELECT current_database() FROM generate_series(1, 1000)");
        }
      }
    }
    for (PostgresServer.Database side : List.of(one, other)) {
      for (String table : List.of("shop.city", "street")) {
        await(side, "SELECT count(*) = 10000 FROM " + table);
        assertThat(
                side.query(
                    Integer.class,
                    "SELECT DISTINCT snowflake_worker(id) FROM " + table + " ORDER BY 1"))
            .containsExactlyInAnyOrder(worker, otherWorker);
      }
      assertThat(
              side.query(
                  Long.class,
                  "SELECT sum(apply_error_count)::bigint FROM pg_stat_subscription_stats"))
          .containsExactly(0L);
    }
  }

  /** The tables of the functions say which worker a side has, so they cannot be replicated. */
  @Test
  void publicationOfAllTablesFails() throws SQLException {
    one.install(FunctionOptions.DEFAULT.withWorkers("0-63"));
    other.install(FunctionOptions.DEFAULT.withWorkers("64-127"));
    createTables(one);
    createTables(other);
    one.run("CREATE PUBLICATION everything FOR ALL TABLES");
    subscribe(one, oneServer, other, "everything");
    await(
        other,
        "SELECT sync_error_count > 0 FROM pg_stat_subscription_stats WHERE subname ="
            + " 'to_everything'");
    assertThat(
            other.query(
                String.class,
                "SELECT srrelid::regclass::text FROM pg_subscription_rel WHERE srsubstate <> 'r'"
                    + " AND srrelid::regclass::text ~ 'snowbraid' ORDER BY 1"))
        .contains("snowbraid_public.node", "snowbraid_worker");
    assertThat(Layout.DEFAULT.decode(other.nextId()).worker()).isEqualTo(127);
  }

  /** Each grant writes an empty message, which makes it durable. */
  @Test
  void messagesAreSentOnlyToThoseWhoAskForThem() throws SQLException {
    one.install(FunctionOptions.DEFAULT);
    createTables(one);
    one.run(
        "CREATE PUBLICATION shop FOR TABLES IN SCHEMA shop",
        "SELECT pg_create_logical_replication_slot('s', 'pgoutput')",
        "INSERT INTO shop.city (name) VALUES ('x')");
    assertThat(messages("")).isZero();
    assertThat(messages(", 'messages', 'true'")).isPositive();
  }

  private long messages(String options) throws SQLException {
    String sql =
        "SELECT count(*) FROM pg_logical_slot_peek_binary_changes('s', NULL, NULL, 'proto_version',"
            + " '1', 'publication_names', 'shop'%s) WHERE get_byte(data, 0) = ascii('M')";
    return one.query(Long.class, sql.formatted(options)).get(0);
  }
}
