package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a server that crashes, is restored or locked, or rejects calls, with workers leased from
 * its table.
 */
@Tag("slow")
class MariaDbFaultsTest {

  private static final WorkerRequest REQUEST = request(8);

  private static WorkerRequest request(int workers) {
    return new WorkerRequest("layout", workers, 2, 5, Duration.ofMinutes(1), "host");
  }

  @AutoClose private static MariaDbServer server;

  @TempDir private Path directory;

  private JdbcWorkerSource source;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  @BeforeEach
  void create() {
    source = JdbcWorkerSource.of(server.database()).createTableIfMissing();
  }

  @AfterEach
  void drop() throws SQLException {
    server.run("drop table snowbraid_worker");
  }

  private static long[] ticks(long tick) {
    return new long[] {tick, tick};
  }

  /** Grants and the lease survive two crashes of the server. */
  @Test
  void grantOutlivesTwoCrashes() throws Exception {
    WorkerLease lease = source.acquire(REQUEST);
    for (long tick = 70; tick < 90; tick += 10) {
      assertThat(lease.extend(ticks(tick))).isTrue();
      server.crash();
      assertThat(source.workers().get(0).lastTicks()).containsOnly(tick);
    }
    assertThat(lease.extend(ticks(90))).isTrue();
    WorkerLease other = source.acquire(REQUEST);
    assertThat(other.worker()).isNotEqualTo(lease.worker());
  }

  /** Generators continue while the server crashes, and after it. */
  @Test
  void generatorsOutliveTwoCrashes() throws Exception {
    List<Long> ids = new ArrayList<>();
    try (Snowflake one = Snowflake.builder().worker(source).build();
        Snowflake two = Snowflake.builder().worker(source).build()) {
      for (int crash = 0; crash < 2; crash++) {
        draw(one, two, ids);
        server.crash();
      }
      draw(one, two, ids);
    }
    try (Snowflake three = Snowflake.builder().worker(source).build()) {
      draw(three, three, ids);
    }
    assertThat(ids).hasSize(4 * 2_000).doesNotHaveDuplicates();
  }

  private static void draw(Snowflake one, Snowflake two, List<Long> ids) {
    for (int i = 0; i < 1_000; i++) {
      ids.add(one.nextId());
      ids.add(two.nextId());
    }
  }

  private static void readBack(Path dump) throws Exception {
    server.run("drop table snowbraid_worker");
    server.restore(dump);
  }

  /** An older dump is restored: holders of workers notice it at their next write. */
  @Test
  void dumpThatIsReadBackStopsHolders() throws Exception {
    WorkerLease early = source.acquire(REQUEST);
    assertThat(early.extend(ticks(70))).isTrue();
    Path dump = directory.resolve("dump.sql");
    server.dump(dump);
    WorkerLease late = source.acquire(REQUEST);
    assertThat(late.extend(ticks(100))).isTrue();
    assertThat(early.extend(ticks(80))).isTrue();
    readBack(dump);
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> late.extend(ticks(110)))
        .withMessageContaining(": worker=1, JdbcWorkerSource[");
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> early.extend(ticks(90)))
        .withMessageStartingWith("worker record was rolled back to an older state");
  }

  /** Other workers start after what the dump contains, which is all that can be known. */
  @Test
  void dumpKnowsWhatWasGrantedBefore() throws Exception {
    assertThat(source.acquire(REQUEST).extend(ticks(70))).isTrue();
    Path dump = directory.resolve("dump.sql");
    server.dump(dump);
    readBack(dump);
    assertThat(source.release(0)).isTrue();
    assertThat(source.acquire(request(1)).lastTicks()).containsOnly(70L);
  }

  /** Writes are given up after some seconds; a holder of a grant continues meanwhile. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lock tables snowbraid_worker write",
        "select * from snowbraid_worker for update",
        "update snowbraid_worker set seen_at = seen_at"
      })
  void lockOfAnotherSessionDelaysWritesAndNothingElse(String lock) throws Exception {
    try (Snowflake ids = Snowflake.builder().worker(source).build();
        Connection open = server.database().getConnection();
        Statement statement = open.createStatement()) {
      WorkerLease lease = source.withNamespace("other").acquire(REQUEST);
      open.setAutoCommit(false);
      statement.execute(lock);
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> lease.extend(ticks(70)))
          .withMessageContaining("max_statement_time exceeded");
      assertThat(ids.nextId()).isNotEqualTo(ids.nextId());
      open.rollback();
      statement.execute("unlock tables");
      assertThat(lease.extend(ticks(80))).isTrue();
      assertThat(lease.worker()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"select", "select, insert", "select, update", "insert, update"})
  void missingRightIsNamed(String rights) throws SQLException {
    server.run(
        "create or replace user poor identified by 'poor'",
        "grant " + rights + " on snowbraid_worker to poor");
    JdbcWorkerSource poor = JdbcWorkerSource.of(server.database("poor", "poor"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(
            () -> {
              WorkerLease lease = poor.createTableIfMissing().acquire(REQUEST);
              lease.extend(ticks(70));
              lease.release(ticks(70));
              poor.acquire(REQUEST);
            })
        .withMessageContaining(" command denied to user 'poor'");
    assertThat(source.workers()).allMatch(row -> row.lastTicks().get(0) < 70);
  }

  @Test
  void threeRightsAreEnough() throws SQLException {
    server.run(
        "create or replace user worker identified by 'worker'",
        "grant select, insert, update on snowbraid_worker to worker");
    JdbcWorkerSource source = JdbcWorkerSource.of(server.database("worker", "worker"));
    WorkerLease lease = source.createTableIfMissing().acquire(REQUEST);
    assertThat(lease.extend(ticks(70))).isTrue();
    lease.release(ticks(60));
    assertThat(source.acquire(request(1)).lastTicks()).containsOnly(60L);
  }
}
