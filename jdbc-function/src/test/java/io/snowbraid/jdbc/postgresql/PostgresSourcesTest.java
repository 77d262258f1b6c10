package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.jdbc.GaplessNumbersSuite;
import io.snowbraid.jdbc.JdbcKeyedStoreSuite;
import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import io.snowbraid.jdbc.PeerTablesSuite;
import io.snowbraid.jdbc.RefusedAccessSuite;
import io.snowbraid.jdbc.UuidKeysSuite;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests workers, segments and numbers per key on one server, because it takes long to start. */
class PostgresSourcesTest {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  /** Waits for a session that waits for a lock, and ends it or its statement. */
  private static void actOnWaitingSession(String function, String table) throws SQLException {
    String sql =
        "select "
            + function
            + "(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%"
            + table
            + "%'";
    try (Connection admin = server.getPostgresDatabase().getConnection();
        Statement statement = admin.createStatement()) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                try (ResultSet rows = statement.executeQuery(sql)) {
                  return rows.next();
                }
              });
    }
  }

  @Nested
  class Workers extends JdbcWorkerSourceSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    /** Whatever cancels the statement: it says the same. */
    @Test
    void tableThatAnotherTransactionCreatesIsNamed() throws SQLException {
      requireBlocked(
          () -> {
            CompletableFuture<?> call = CompletableFuture.runAsync(this::createBesideAnother);
            actOnWaitingSession("pg_cancel_backend", "created_elsewhere");
            try {
              call.join();
            } catch (CompletionException e) {
              throw e.getCause();
            }
          });
    }

    @Test
    @Tag("slow") // waits five seconds
    void tableThatAnotherTransactionCreatesIsNotWaitedForLong() throws SQLException {
      requireBlocked(this::createBesideAnother);
    }

    private void createBesideAnother() {
      source().withTable("created_elsewhere").createTableIfMissing();
    }

    private void requireBlocked(ThrowingCallable creation) throws SQLException {
      try (Connection open = database().getConnection();
          Statement statement = open.createStatement()) {
        open.setAutoCommit(false);
        statement.execute("create table created_elsewhere(n int)");
        assertThatExceptionOfType(WorkerSourceException.class)
            .isThrownBy(creation)
            .withMessageStartingWith(
                "worker table could not be created in time: table=created_elsewhere; most likely an"
                    + " open transaction of another session blocks it: end that transaction and try"
                    + " again:")
            .withCauseInstanceOf(SQLException.class);
        open.rollback();
      }
      assertThat(source().withTable("created_elsewhere").createTableIfMissing().workers())
          .isEmpty();
      try (Connection connection = database().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("drop table created_elsewhere");
      }
    }
  }

  @Nested
  class RefusedAccess extends RefusedAccessSuite {

    @Override
    protected DataSource admin() {
      return server.getPostgresDatabase();
    }

    @Override
    protected DataSource clerk() {
      return server.getDatabase("clerk", "postgres");
    }

    @Override
    protected String createUser() {
      return "create user clerk";
    }

    @Test
    void policyHidesTheRecordsUntilItIsDropped() throws SQLException {
      execute(
          "alter table " + TABLE + " enable row level security",
          "create policy writing on " + TABLE + " for insert with check (true)");
      requireHidden("worker record cannot be seen, and neither can that of its namespace: ");
      assertThatExceptionOfType(WorkerRecordHiddenException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(clerk()).withTable(TABLE).acquire(REQUEST))
          .withMessageStartingWith("namespace record was written but cannot be read: ");
      execute("alter table " + TABLE + " disable row level security");
      requireSeen();
    }

    @Test
    void policyThatHidesWorkersIsNamed() throws SQLException {
      execute(
          "alter table " + TABLE + " enable row level security",
          "create policy writing on " + TABLE + " for insert with check (worker < 2)",
          "create policy reading on " + TABLE + " for select using (worker < 0)");
      assertThat(source.withWorkers("1").acquire(REQUEST).worker()).isEqualTo(1);
      assertThatExceptionOfType(WorkerRecordHiddenException.class)
          .isThrownBy(() -> source.withWorkers("0-1").acquire(REQUEST))
          .withMessageStartingWith("worker record exists but cannot be read: worker=");
    }

    @Test
    void triggersThatRefuseOrIgnoreWritesAreNamed() throws SQLException {
      trigger("raise exception 'closed for today'");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> lease.extend(new long[] {2, 2}))
          .withMessageContaining("closed for today");
      trigger("return null");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> lease.extend(new long[] {2, 2}))
          .withMessageStartingWith(
              "worker record could not be written, although no other process wrote it: worker=0,"
                  + " fence=2, ");
      trigger("return new");
      requireSeen();
    }

    private void trigger(String body) throws SQLException {
      execute(
          "create or replace function refuse() returns trigger language plpgsql as $$ begin "
              + body
              + "; end $$",
          "create or replace trigger refuse before update on "
              + TABLE
              + " for each row execute function refuse()");
    }
  }

  @Nested
  class Segments extends JdbcSegmentSourceSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session characteristics as transaction read only");
    }
  }

  @Nested
  class KeyedNumbers extends JdbcKeyedStoreSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session characteristics as transaction read only");
    }

    @Test
    void thousandSlotsAreOneStatement() {
      store.createSlots();
      List<Change> changes = store.slots().stream().map(row -> raise(row)).toList();
      List<String> statements = new CopyOnWriteArrayList<>();
      faulty.rewriteStatements(
          sql -> {
            statements.add(sql);
            return sql;
          });
      assertThat(store.replace(changes.subList(0, 1000)).cardinality()).isEqualTo(1000);
      assertThat(statements).hasSize(1);
      assertThat(store.replace(changes).cardinality()).isEqualTo(KeySlot.COUNT - 1000);
      assertThat(statements).hasSize(1 + 17);
    }

    @Test
    void callWhoseConnectionIsKilledFailsAndChangesNothing() throws Exception {
      store.createSlots();
      try (Connection other = database().getConnection();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute("select * from " + slots + " where slot = 7 for update");
        CompletableFuture<BitSet> call =
            CompletableFuture.supplyAsync(() -> store.replace(List.of(raise(6), raise(7))));
        actOnWaitingSession("pg_terminate_backend", slots);
        assertThatExceptionOfType(ExecutionException.class)
            .isThrownBy(call::get)
            .withCauseInstanceOf(KeyedStoreException.class)
            .withMessageContaining("keyed database failed: ");
        other.rollback();
      }
      assertThat(store.slots(List.of(6, 7)))
          .containsExactly(SlotRecord.unused(6), SlotRecord.unused(7));
      assertThat(store.replace(List.of(raise(6), raise(7)))).isEqualTo(set(6, 7));
    }
  }

  @Nested
  class PeerTables extends PeerTablesSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }
  }

  @Nested
  class GaplessNumbers extends GaplessNumbersSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }
  }

  @Nested
  class UuidKeys extends UuidKeysSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }
  }
}
