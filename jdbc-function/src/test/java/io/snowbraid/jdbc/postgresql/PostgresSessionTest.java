package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.Pools;
import io.snowbraid.jdbc.Pools.Pool;
import io.snowbraid.jdbc.SessionStateSuite;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresSessionTest extends SessionStateSuite {

  private static final String TRANSACTIONS =
      "select xact_commit, xact_rollback from pg_stat_database where datname = current_database()";

  /** Fewer than the sources make. */
  private static final int MIN_COMMITS = 20;

  private static PostgresServer server;

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = new PostgresServer();
    try (Connection connection = server.server().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create role tenant");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected Pool open(Pools kind) throws SQLException {
    String database = server.empty().name();
    return kind.open(server.server().getJdbcUrl("postgres", database), "postgres", "");
  }

  @Override
  protected String[] changes() {
    return new String[] {
      "reset role",
      "create schema if not exists app",
      "create schema if not exists library",
      "grant all on schema app, library to tenant",
      "set search_path = app, library, public",
      "set role tenant",
      "set timezone = 'Asia/Kathmandu'",
      "set statement_timeout = '44s'",
      "set lock_timeout = '33s'",
      "set idle_in_transaction_session_timeout = '55s'",
      "set synchronous_commit = remote_write",
      "set application_name = 'shop'",
      "set work_mem = '5MB'",
      "set default_transaction_isolation = 'serializable'"
    };
  }

  @Override
  protected String fault() {
    return "create table app.snowbraid_worker ()";
  }

  @Override
  protected String settings() {
    return "select name, setting from pg_settings union all select 'role', current_user union all"
        + " select 'user', session_user";
  }

  @ParameterizedTest
  @EnumSource(
      value = Pools.class,
      names = {"HIKARI", "AGROAL"})
  void connectionThatTakesNoWritesIsDropped(Pools kind) throws Exception {
    try (Pool pool = open(kind)) {
      JdbcSegmentSource segments = JdbcSegmentSource.of(pool.source()).withTableCreation(true);
      assertThat(segments.draw("orders", 10).first()).isOne();
      run(pool, "set session characteristics as transaction read only");
      assertThatExceptionOfType(SegmentSourceException.class)
          .isThrownBy(() -> segments.draw("orders", 10))
          .withMessageStartingWith("segment database is read-only (");
      assertThat(segments.draw("orders", 10).first()).isEqualTo(11);
    }
  }

  /** The table is where it was found first, whatever path later connections have. */
  @Test
  void tableStaysTheOneThatWasFound() throws Exception {
    PostgresServer.Database database = server.empty();
    database.run(
        "create schema app", "create schema tenant", "create table tenant.snowbraid_worker ()");
    String url = server.server().getJdbcUrl("postgres", database.name());
    try (Pool pool = Pools.HIKARI.open(url, "postgres", "")) {
      JdbcWorkerSource source = JdbcWorkerSource.of(pool.source());
      run(pool, "set search_path = app, public");
      source.createTableIfMissing();
      assertThat(source.acquire(REQUEST).worker()).isZero();
      run(pool, "set search_path = tenant, public");
      assertThat(source.acquire(REQUEST).worker()).isOne();
      run(pool, "set search_path = ''");
      assertThat(source.workers()).hasSize(2);
    }
  }

  /** Migrations may create it in any schema of the path. */
  @Test
  void tableThatIsCreatedLaterIsFoundInALaterSchemaOfThePath() throws Exception {
    PostgresServer.Database database = server.empty();
    database.run("create schema app");
    String url = server.server().getJdbcUrl("postgres", database.name());
    try (Pool pool = Pools.HIKARI.open(url, "postgres", "")) {
      run(pool, "set search_path = app, public");
      JdbcWorkerSource source = JdbcWorkerSource.of(pool.source());
      assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(source::workers);
      JdbcWorkerSource.of(database.dataSource()).createTableIfMissing(); // in public
      assertThat(source.workers()).isEmpty();
    }
  }

  @Test
  void roleThatATenantHasLeftIsNamed() throws Exception {
    PostgresServer.Database database = server.empty();
    JdbcWorkerSource.of(database.dataSource()).createTableIfMissing();
    String url = server.server().getJdbcUrl("postgres", database.name());
    try (Pool pool = Pools.HIKARI.open(url, "postgres", "")) {
      run(pool, "set role tenant");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(JdbcWorkerSource.of(pool.source())::workers)
          .withMessageContaining(", user=postgres, role=tenant, ")
          .withMessageEndingWith(
              "; reset the role, which SET ROLE left on a connection of the pool, or grant it"
                  + " SELECT, INSERT and UPDATE on it");
    }
  }

  @Test
  void lockIsNamed() throws Exception {
    PostgresServer.Database database = server.empty();
    String url = server.server().getJdbcUrl("postgres", database.name());
    try (Pool pool = Pools.HIKARI.open(url, "postgres", "");
        Connection other = database.dataSource().getConnection();
        Statement statement = other.createStatement()) {
      JdbcWorkerSource source = JdbcWorkerSource.of(pool.source()).createTableIfMissing();
      run(pool, "set statement_timeout = '100ms'");
      other.setAutoCommit(false);
      statement.execute("lock table snowbraid_worker");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> source.acquire(REQUEST))
          .withMessageStartingWith("worker table did not answer in time (table=snowbraid_worker, ")
          .withMessageEndingWith(
              "; end the transaction of the session that has probably locked the table or its"
                  + " rows");
      other.rollback();
      assertThat(source.acquire(REQUEST).worker()).isZero();
    }
  }

  /** A statement that fails is an error in the server's log. */
  @Test
  void nothingFailsWhenTablesAreCreated() throws Exception {
    PostgresServer.Database database = server.empty();
    String url = server.server().getJdbcUrl("postgres", database.name());
    try (Pool pool = Pools.HIKARI.open(url, "postgres", "")) {
      JdbcWorkerSource.of(pool.source()).createTableIfMissing().acquire(REQUEST);
      assertThat(JdbcSegmentSource.of(pool.source()).draw("orders", 10).first()).isOne();
    }
    await().until(() -> isRecorded(database)); // when its session has ended
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(TRANSACTIONS)) {
      assertThat(row.next()).isTrue();
      assertThat(row.getInt("xact_rollback")).isZero();
    }
  }

  private static boolean isRecorded(PostgresServer.Database database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(TRANSACTIONS)) {
      return row.next() && row.getInt("xact_commit") > MIN_COMMITS;
    }
  }
}
