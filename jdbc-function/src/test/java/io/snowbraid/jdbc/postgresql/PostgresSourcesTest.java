package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.GaplessNumbersSuite;
import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import io.snowbraid.jdbc.PeerTablesSuite;
import io.snowbraid.jdbc.RefusedAccessSuite;
import io.snowbraid.jdbc.UuidKeysSuite;
import io.snowbraid.jdbc.WaitingSession;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests workers and segments on one server, because it takes long to start. */
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
            WaitingSession.act(
                server.getPostgresDatabase(), "pg_cancel_backend", "created_elsewhere");
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
                "worker table could not be created in time (table=created_elsewhere, ")
            .withMessageEndingWith(
                "; end the transaction of the session that probably blocks it, and retry")
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
      requireHidden("worker record and namespace record cannot be seen");
      assertThatExceptionOfType(WorkerRecordHiddenException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(clerk()).withTable(TABLE).acquire(REQUEST))
          .withMessageStartingWith("namespace record was written but cannot be read (");
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
          .withMessageMatching("record of worker [01] exists but cannot be read .*");
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
