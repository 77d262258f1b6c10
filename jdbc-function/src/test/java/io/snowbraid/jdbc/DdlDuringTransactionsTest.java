package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tables and functions are created while other transactions stay open. */
@Tag("slow")
class DdlDuringTransactionsTest {

  private static DataSource hsqldb(String name) {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:" + name + ";hsqldb.tx=mvcc");
    database.setUser("SA");
    return database;
  }

  private static void run(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection()) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection begin(DataSource database, String sql) throws SQLException {
    Connection open = database.getConnection();
    open.setAutoCommit(false);
    run(open, sql);
    return open;
  }

  @Test
  void hsqldbIsNotHeldUpByATableThatCannotBeCreated() throws SQLException {
    DataSource database = hsqldb("creating1");
    run(database, "create table t(n int)");
    try (Connection open = begin(database, "insert into t values (1)")) {
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(database).createTableIfMissing())
          .withMessageContaining("while other sessions have open transactions")
          .withMessageContaining("waited 3 s); end these transactions, and retry");
      run(database, "insert into t values (2)");
      open.commit();
    }
    assertThat(JdbcWorkerSource.of(database).createTableIfMissing().workers()).isEmpty();
  }

  @Test
  void hsqldbIsNotHeldUpByFunctionsThatCannotBeInstalled() throws SQLException {
    DataSource database = hsqldb("creating2");
    run(database, "create table t(n int)");
    try (Connection open = begin(database, "insert into t values (1)")) {
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessageContaining("while other sessions have open transactions");
      run(database, "insert into t values (2)");
      open.commit();
    }
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
  }

  /** Short transactions do not prevent a table from being created. */
  @Test
  void hsqldbWaitsForTransactionsThatEnd() throws SQLException {
    DataSource database = hsqldb("creating3");
    run(database, "create table t(n int)");
    try (Connection ends = begin(database, "insert into t values (1)");
        Connection connection = database.getConnection()) {
      Thread ender = new Thread(() -> commitSoon(ends));
      ender.start();
      Dialects.of(connection).awaitTurnToCreate(connection);
      assertThat(ends.isClosed()).isFalse();
    }
  }

  private static void commitSoon(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void sqliteTriesAgainWhenAnotherCreatesTheSame(@TempDir Path directory) throws Exception {
    DataSource database = UrlDataSource.of("jdbc:sqlite:" + directory.resolve("creating"));
    String ddl = Dialects.named("SQLite").workerTableDdl(JdbcWorkerSource.DEFAULT_TABLE);
    CountDownLatch rejected = new CountDownLatch(1);
    DataSource noticed = noticing(database, rejected);
    FutureTask<List<WorkerInfo>> workers =
        new FutureTask<>(() -> JdbcWorkerSource.of(noticed).createTableIfMissing().workers());
    try (Connection open = begin(database, ddl)) {
      new Thread(workers).start();
      assertThat(rejected.await(FakeJdbc.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
      open.commit();
    }
    assertThat(workers.get(FakeJdbc.DEADLINE_SECONDS, TimeUnit.SECONDS)).isEmpty();
  }

  /** Wraps a data source to signal when a statement fails. */
  private static DataSource noticing(DataSource target, CountDownLatch failed) {
    return FakeJdbc.dataSource(
        () -> {
          Connection real = target.getConnection();
          return FakeJdbc.proxy(
              Connection.class,
              (proxy, method, arguments) -> {
                Object result = FakeJdbc.pass(real, method, arguments);
                return method.getName().equals("createStatement")
                    ? noticing((Statement) result, failed)
                    : result;
              });
        });
  }

  private static Statement noticing(Statement real, CountDownLatch failed) {
    return FakeJdbc.proxy(
        Statement.class,
        (proxy, method, arguments) -> {
          try {
            return FakeJdbc.pass(real, method, arguments);
          } catch (SQLException e) {
            if (method.getName().equals("execute")) {
              failed.countDown();
            }
            throw e;
          }
        });
  }
}
