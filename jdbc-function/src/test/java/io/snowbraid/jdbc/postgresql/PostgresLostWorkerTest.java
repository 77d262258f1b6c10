package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests functions whose row is no longer in the worker table. */
class PostgresLostWorkerTest extends PostgresTestCase {

  private static final String LOST =
      "worker 127 of namespace default is no longer reserved in table public.snowbraid_worker, so"
          + " another process may issue its ids: ";

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
    database.nextId();
  }

  /** Lets the grant end, so that the next call plans another one. */
  private void endGrant() throws SQLException {
    new PostgresClock(database).step(30_000);
  }

  private void assertLost(String problem) throws SQLException {
    endGrant();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .withMessageContaining(LOST + problem)
        .withMessageContaining("The usual cause is a test suite that truncates all tables");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.query(Long.class, "SELECT id FROM next_snowflakes(1000000)"))
        .withMessageContaining(LOST + problem);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run(PostgresInstaller.script(FunctionTarget.DEFAULT)))
        .withMessageContaining(LOST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE snowbraid_worker",
        "DELETE FROM snowbraid_worker WHERE worker = 127",
        "UPDATE snowbraid_worker SET namespace = 'other'",
      })
  void lostRowStopsIdsUntilItIsReservedAgain(String loss) throws SQLException {
    database.run(loss);
    assertLost("its row is gone");
    assertMended(127);
  }

  /** Its snapshot still shows the row. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM snowbraid_worker WHERE worker = 127",
        "UPDATE snowbraid_worker SET holder = 'other' WHERE worker = 127",
      })
  void transactionThatBeganBeforeTheLossDoesNotSerialize(String loss) throws SQLException {
    try (Connection repeatable = database.open()) {
      repeatable.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      repeatable.setAutoCommit(false);
      PostgresServer.run(repeatable, "SELECT next_snowflake()");
      database.run(loss);
      endGrant();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> PostgresServer.run(repeatable, "SELECT next_snowflake()"))
          .matches(failure -> "40001".equals(failure.getSQLState()));
    }
  }

  /** A row that another session locks is not waited for, and the lock of a grant ends with it. */
  @Test
  void grantsAndLocksOfTheRowDoNotWaitForEachOther() throws SQLException {
    try (Connection repeatable = database.open();
        Connection other = database.open()) {
      repeatable.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      repeatable.setAutoCommit(false);
      other.setAutoCommit(false);
      PostgresServer.run(other, "SELECT FROM snowbraid_worker FOR UPDATE");
      endGrant();
      PostgresServer.run(repeatable, "SELECT next_snowflake()");
      other.rollback();
      endGrant();
      PostgresServer.run(repeatable, "SELECT next_snowflake()");
      PostgresServer.run(other, "SELECT FROM snowbraid_worker FOR UPDATE NOWAIT");
    }
  }

  private void assertMended(int worker) throws SQLException {
    database.run("SELECT snowbraid_public.adopt(" + worker + ")");
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(worker);
    endGrant();
    database.nextId();
    database.run(PostgresInstaller.script(FunctionTarget.DEFAULT));
    assertThat(
            database.query(
                Integer.class,
                "SELECT worker FROM snowbraid_worker WHERE expires_at = 9223372036854775807 AND"
                    + " namespace = 'default'"))
        .containsExactly(worker);
  }

  /** Leases are lost with the row, so each other worker starts after what a holder may have. */
  @Test
  void lostTableIsNotCreatedSilently() throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource());
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      ids.nextId();
      database.run("DROP TABLE snowbraid_worker");
      assertLost("the table is gone");
      assertThat(database.query(String.class, "SELECT to_regclass('snowbraid_worker')::text"))
          .containsOnlyNulls();
      assertMended(127);
      assertThat(
              database.query(
                  Long.class,
                  "SELECT fence FROM snowbraid_worker WHERE worker = " + ids.workerId()))
          .allMatch(fence -> fence >= 1_000_000);
    }
  }

  /** The schema of the functions' own objects stays, and with it what they have issued. */
  @Test
  void droppedSchemaIsMendedByTheHintOfTheInstaller() throws SQLException {
    long last = database.nextId();
    database.run("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining(LOST)
        .withMessageContaining("SELECT snowbraid_public.adopt(127) reserves it again");
    database.run("SELECT snowbraid_public.adopt(127)");
    database.install(FunctionOptions.DEFAULT);
    assertThat(database.nextId()).isGreaterThan(last);
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(127);
  }

  /** As it was found: a schema that was dropped and created again, and other functions. */
  @Test
  void numberThatOthersTookIsNotUsedAgain() throws SQLException {
    database.run("DROP TABLE snowbraid_worker", "CREATE SCHEMA other");
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, "SET search_path = other");
      new PostgresInstaller(
              connection, new FunctionTarget("public.snowbraid_worker", "default", Layout.DEFAULT))
          .install();
    }
    assertLost("its row belongs to another process or database");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run("SELECT snowbraid_public.adopt(127)"))
        .withMessageContaining("worker 127 of namespace default is held");
    database.run("SELECT snowbraid_public.adopt(125)");
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(125);
  }

  /** Neither names nor a change of the table by others make a worker look lost. */
  @Test
  void reservedWorkerStaysSo() throws SQLException {
    server.new Database("postgres")
        .run("ALTER DATABASE " + database.name() + " RENAME TO renamed_" + database.name());
    database = server.new Database("renamed_" + database.name());
    endGrant();
    database.nextId();
    try (Connection other = database.open()) {
      other.setAutoCommit(false);
      PostgresServer.run(other, "LOCK TABLE snowbraid_worker IN ACCESS EXCLUSIVE MODE");
      endGrant();
      database.nextId();
    }
    try (Connection serializable = database.open()) {
      serializable.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      serializable.setAutoCommit(false);
      PostgresServer.query(serializable, Integer.class, "SELECT 1");
      endGrant();
      assertThat(PostgresServer.query(serializable, Long.class, "SELECT next_snowflake()"))
          .hasSize(1);
    }
    database.install(FunctionOptions.DEFAULT);
  }
}
