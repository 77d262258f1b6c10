package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FaultyDataSource.Fault;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the source on each database. */
public abstract class JdbcWorkerSourceSuite extends WorkerRowsSuite {

  @Test
  void writeThatLandsLateIsRejected() throws SQLException {
    WorkerLease lease = acquire();
    faulty.setNext(Fault.LATE);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(100)))
        .withMessageContaining("read timed out");
    assertThat(lease.extend(ticks(200))).isTrue();
    assertThat(faulty.landLate()).isZero();
    assertThat(source().workers().get(0).lastTicks()).containsOnly(200L);
  }

  @Test
  void checkerRejectsWritesWithoutTheFence() {
    faulty.rewriteStatements(sql -> sql.replace("and fence = ?", "and fence >= ? - 1000"));
    assertThatExceptionOfType(AssertionError.class).isThrownBy(this::writeThatLandsLateIsRejected);
  }

  @Test
  void writeThatLandsLateButFirstIsCountedIn() throws SQLException {
    WorkerLease lease = acquire();
    faulty.setNext(Fault.LATE);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(100)));
    assertThat(faulty.landLate()).isEqualTo(1);
    assertThat(lease.extend(ticks(200))).isTrue();
    assertThat(source().workers().get(0).lastTicks()).containsOnly(200L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRANSACTION_READ_COMMITTED",
        "TRANSACTION_REPEATABLE_READ",
        "TRANSACTION_SERIALIZABLE"
      })
  void crowdGetsDifferentWorkersUnderAnyIsolation(String isolation) throws Exception {
    try (HikariDataSource isolated = pool(8, isolation)) {
      JdbcWorkerSource crowded = JdbcWorkerSource.of(isolated).withTable(table);
      Callable<Integer> taker = () -> crowded.acquire(request(32, "host")).worker();
      assertThat(Crowd.call(8, Collections.nCopies(32, taker))).hasSize(32).doesNotHaveDuplicates();
    }
  }

  @Test
  void readThatIsRolledBackIsRepeated() {
    faulty.setNext(Fault.READ_ROLLED_BACK);
    WorkerLease lease = acquire();
    faulty.setNext(Fault.READ_ROLLED_BACK);
    assertThat(lease.extend(ticks(100))).isTrue();
    assertThat(source().workers().get(0).lastTicks()).containsOnly(100L);
  }

  @Test
  void tableIsCreatedOnceThoughManyTry() throws Exception {
    JdbcWorkerSource fresh = JdbcWorkerSource.of(pool).withTable(table + "_fresh");
    assertThat(Crowd.call(8, () -> fresh.createTableIfMissing().workers()))
        .hasSize(8)
        .allMatch(List::isEmpty);
  }

  @Test
  void missingTableIsCreatedForTheFirstWorkerAndNotAgain() throws SQLException {
    JdbcWorkerSource fresh = JdbcWorkerSource.of(pool).withTable(table + "_first");
    assertThat(fresh.acquire(request(8, "host")).worker()).isZero();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop table " + table + "_first");
    }
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> fresh.acquire(request(8, "host")))
        .withMessageStartingWith("worker table does not exist (table=" + table + "_first, ")
        .withMessageMatching("(?s).*create table (if not exists )?" + table + "_first \\(.*")
        .withCauseInstanceOf(SQLException.class);
  }

  @Test
  void poolOfOneConnectionIsEnoughAndIsGivenBackAsItWas() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    try (HikariDataSource one = new HikariDataSource(config);
        Snowflake ids =
            Snowflake.builder().worker(JdbcWorkerSource.of(one).withTable(table)).build();
        Connection connection = one.getConnection()) {
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(ids.nextId()).isNotEqualTo(ids.nextId());
    }
  }

  /** Returns whether the driver tells that something is not committed. */
  protected boolean tellsUncommittedWork() {
    return true;
  }

  /** As a data source gives it that always returns the same connection. */
  @Test
  void connectionWithUncommittedWorkIsRefused() throws SQLException {
    assumeTrue(tellsUncommittedWork(), "the driver does not tell");
    execute("create table " + table + "_rows (n int)");
    try (Connection shared = database().getConnection();
        Statement statement = shared.createStatement()) {
      JdbcWorkerSource source = JdbcWorkerSource.of(always(shared)).withTable(table);
      shared.setAutoCommit(false);
      WorkerLease lease = source.acquire(request(8, "host"));
      statement.executeUpdate("insert into " + table + "_rows values (1)");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> lease.extend(ticks(100)))
          .withMessageMatching(
              "data source gave a connection with an uncommitted transaction"
                  + " \\(database=jdbc:.*\\); to lease workers, pass a data source that opens its"
                  + " own connections");
      assertThat(shared.getAutoCommit()).isFalse();
      shared.rollback();
      assertThat(lease.extend(ticks(100))).isTrue();
      try (ResultSet rows = statement.executeQuery("select * from " + table + "_rows")) {
        assertThat(rows.next()).isFalse();
      }
      shared.rollback();
    }
  }

  private static DataSource always(Connection shared) {
    return FakeJdbc.dataSource(
        () ->
            FakeJdbc.proxy(
                Connection.class,
                (proxy, method, arguments) ->
                    method.getName().equals("close")
                        ? null
                        : FakeJdbc.pass(shared, method, arguments)));
  }

  @Test
  void ownersHaveAnyName() {
    for (String owner : List.of("\u6771\u4eac \ud83d\ude00", "x".repeat(254) + "\ud83d\ude00")) {
      WorkerLease other = acquire();
      WorkerLease own = source().acquire(request(8, owner));
      other.release(other.lastTicks());
      own.release(own.lastTicks());
      assertThat(source().acquire(request(8, owner)).worker()).isEqualTo(own.worker());
    }
  }

  @Test
  void ticksOfOtherLanesAreRejected() throws SQLException {
    WorkerLease lease = acquire();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lease.extend(new long[2]))
        .withMessage("lastTicks must have 4 ticks, one per lane, but has 2");
    execute("update " + table + " set last_ticks = '1 2' where worker = 0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(this::acquire)
        .withMessageStartingWith("record of worker 0 must have 4 ticks, one per lane");
  }

  @Test
  void namesAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().withTable("workers; drop table x"))
        .withMessageContaining("but is workers; drop table x");
    assertThatIllegalArgumentException().isThrownBy(() -> source().withNamespace(""));
    assertThat(source().withTable("\"a-schema\".`my workers`")).isNotNull();
    assertThat(source().withTable("a_schema.workers"))
        .hasToString("JdbcWorkerSource[table=a_schema.workers, namespace=default]");
  }

  @Test
  void generatorsOfTwoProcessesShareTheIdSpace() {
    try (Snowflake one = Snowflake.builder().worker(source()).build();
        Snowflake two = Snowflake.builder().worker(source()).build()) {
      assertThat(one.workerId()).isNotEqualTo(two.workerId());
      assertThat(one.layout().decode(one.nextId()).worker()).isEqualTo(one.workerId());
    }
    assertThat(source().workers()).extracting(WorkerInfo::state).containsOnly(State.RELEASED);
  }
}
