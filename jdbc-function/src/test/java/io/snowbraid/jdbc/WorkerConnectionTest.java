package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how the source uses the connections, transactions and threads of an application. */
class WorkerConnectionTest {

  private static final WorkerRequest REQUEST =
      new WorkerRequest("layout", 8, 2, 1_000, Duration.ofMinutes(1), "host");

  /** The connection of the transaction that a thread is in. */
  private static final ThreadLocal<Connection> BOUND = new ThreadLocal<>();

  private HikariDataSource pool;

  @BeforeEach
  void open() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:calls");
    config.setMaximumPoolSize(2);
    pool = new HikariDataSource(config);
    JdbcWorkerSource.of(pool).createTableIfMissing();
  }

  @AfterEach
  void close() {
    BOUND.remove();
    pool.close();
  }

  /** Creates a data source whose connections come from a supplier. */
  private static DataSource dataSource(ConnectionSupplier connections) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> connections.get());
  }

  private interface ConnectionSupplier {
    Connection get() throws SQLException, InterruptedException;
  }

  private static int count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      return row.next() ? row.getInt(1) : -1;
    }
  }

  @Test
  void callersTransactionIsNeitherJoinedNorEnded() throws SQLException {
    try (Connection transaction = pool.getConnection();
        Statement statement = transaction.createStatement()) {
      statement.execute("CREATE TABLE T(N INT)");
      transaction.setAutoCommit(false);
      BOUND.set(transaction);
      DataSource bindsToThreads =
          dataSource(() -> BOUND.get() == null ? pool.getConnection() : BOUND.get());
      statement.execute("INSERT INTO T VALUES (1)");
      try (Snowflake ids =
          Snowflake.builder().worker(JdbcWorkerSource.of(bindsToThreads)).build()) {
        assertThat(ids.nextId()).isPositive();
      }
      assertThat(transaction.getAutoCommit()).isFalse();
      transaction.rollback();
      assertThat(count(transaction, "T")).isZero();
      assertThat(count(transaction, "SNOWBRAID_WORKER")).isEqualTo(2);
    }
  }

  @Test
  void timeoutOfStatementsIsLeftAsItWas() throws SQLException {
    try (Connection before = pool.getConnection();
        Statement statement = before.createStatement()) {
      statement.setQueryTimeout(17);
      DataSource same = dataSource(() -> before);
      assertThat(JdbcWorkerSource.of(dontClose(same)).acquire(REQUEST).worker()).isZero();
      assertThat(statement.getQueryTimeout()).isEqualTo(17);
    }
  }

  /** Wraps a data source so that its connections stay open when they are closed, as in a pool. */
  private static DataSource dontClose(DataSource target) {
    return dataSource(
        () -> {
          Connection connection = target.getConnection();
          return (Connection)
              Proxy.newProxyInstance(
                  Connection.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) ->
                      method.getName().equals("close")
                          ? null
                          : method.invoke(connection, arguments));
        });
  }

  /** A pool may add the failure of an earlier attempt as the cause of a later one. */
  @Test
  void failureWhoseCausesFormACircleIsReportedWithoutSecrets() {
    SQLException cause = new SQLException("no driver for jdbc:x://u:s3cret@host");
    SQLException failure = new SQLException("server is away", cause);
    cause.initCause(failure);
    JdbcWorkerSource failing =
        JdbcWorkerSource.of(
            dataSource(
                () -> {
                  throw failure;
                }));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(failing::workers)
        .withMessageContaining("server is away, because of java.sql.SQLException: no driver")
        .havingCause()
        .withMessage("server is away")
        .havingCause()
        .withMessage("no driver for jdbc:x://host")
        .withNoCause();
  }

  /** The thread that hangs reads what was written after it, and must not continue from that. */
  @Test
  void callThatWasGivenUpWritesNothingLater() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch hanging = new CountDownLatch(1);
    AtomicBoolean hangsNext = new AtomicBoolean();
    DataSource hangsOnce =
        dataSource(
            () -> {
              if (hangsNext.getAndSet(false)) {
                hanging.countDown();
                hangs.await();
              }
              return pool.getConnection();
            });
    WorkerLease lease = JdbcWorkerSource.of(hangsOnce).acquire(REQUEST);
    hangsNext.set(true);
    FutureTask<Boolean> givenUp = new FutureTask<>(() -> lease.extend(new long[] {100, 100}));
    Thread caller = new Thread(givenUp);
    caller.start();
    hanging.await();
    caller.interrupt();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(givenUp::get)
        .withCauseInstanceOf(WorkerSourceException.class);
    assertThat(lease.extend(new long[] {200, 200})).isTrue();
    hangs.countDown();
    FakeJdbc.awaitNoneOpen(hangsOnce);
    assertThat(JdbcWorkerSource.of(pool).workers().get(0).lastTicks()).containsExactly(200L, 200L);
  }

  /** Each tenant may have a worker table, with the same numbers. */
  @Test
  void schemaOfTheFirstCallIsThatOfAll() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:calls");
    config.setMaximumPoolSize(1);
    try (HikariDataSource one = new HikariDataSource(config)) {
      JdbcWorkerSource source = JdbcWorkerSource.of(one);
      WorkerLease lease = source.acquire(REQUEST);
      moveToTenant(one);
      JdbcWorkerSource.of(one).createTableIfMissing();
      assertThat(JdbcWorkerSource.of(one).workers()).isEmpty();
      assertThat(lease.extend(new long[] {5, 5})).isTrue();
      assertThat(source.acquire(REQUEST).worker()).isNotEqualTo(lease.worker());
      assertThat(source.workers()).hasSize(2);
      try (Connection connection = one.getConnection()) {
        assertThat(connection.getSchema()).isEqualTo("TENANT");
      }
    }
  }

  private static void moveToTenant(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema tenant");
      connection.setSchema("TENANT");
    }
  }
}
