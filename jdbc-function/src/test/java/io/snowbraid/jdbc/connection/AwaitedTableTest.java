package io.snowbraid.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.workertable.WorkerTable;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests on a simulated clock how long a table is waited for that others create. */
class AwaitedTableTest {

  private static int databases;

  private final JdbcDataSource database = new JdbcDataSource();
  private final SimulatedTime time = new SimulatedTime();

  @BeforeEach
  void open() {
    database.setURL("jdbc:h2:mem:awaited" + databases++ + ";DB_CLOSE_DELAY=-1");
  }

  /** Passes only while somebody waits, and then does what is due. */
  private static final class SimulatedTime implements MonotonicTime {

    private long nanos;
    private long dueNanos = Long.MAX_VALUE;
    private Runnable work = () -> {};

    void schedule(Duration delay, Runnable task) {
      dueNanos = delay.toNanos();
      work = task;
    }

    Duration elapsed() {
      return Duration.ofNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void await(long wait) {
      nanos += wait;
      if (nanos >= dueNanos) {
        dueNanos = Long.MAX_VALUE;
        work.run();
      }
    }
  }

  private DatabaseCalls<WorkerTable> calls() {
    return new DatabaseCalls<>(
        database,
        StoreFailures.OF_WORKERS,
        "table=snowbraid_worker",
        FirstUse.AWAITS,
        borrowed -> new WorkerTable(borrowed, "snowbraid_worker", "default"),
        time);
  }

  private void create() {
    JdbcWorkerSource.of(database).createTableIfMissing();
  }

  @Test
  void tableThatExistsIsNotWaitedFor() {
    create();
    assertThat(calls().<Object>use(TimeLimit.CALL, WorkerTable::read)).isNotNull();
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void tableIsUsedSoonAfterItWasCreated() {
    time.schedule(Duration.ofMillis(9_700), this::create);
    assertThat(calls().<Object>use(TimeLimit.CALL, WorkerTable::read)).isNotNull();
    assertThat(time.elapsed()).isBetween(Duration.ofMillis(9_700), Duration.ofSeconds(10));
  }

  @Test
  void tableThatNobodyCreatesIsAnErrorAfterTenSeconds() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> calls().use(TimeLimit.CALL, WorkerTable::read))
        .withMessageContaining("worker table does not exist (table=snowbraid_worker, schema=PUBLIC")
        .withMessageContaining("create table if not exists snowbraid_worker (");
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void tableThatIsLostIsNotWaitedFor() throws Exception {
    create();
    DatabaseCalls<WorkerTable> calls = calls();
    calls.use(TimeLimit.CALL, WorkerTable::read);
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("drop table snowbraid_worker");
    }
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> calls.use(TimeLimit.CALL, WorkerTable::read));
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void dataSourceIsRequired() {
    assertThatNullPointerException()
        .isThrownBy(() -> JdbcWorkerSource.of(null))
        .withMessage("dataSource");
    assertThatNullPointerException()
        .isThrownBy(() -> JdbcSegmentSource.of(null))
        .withMessage("dataSource");
  }
}
