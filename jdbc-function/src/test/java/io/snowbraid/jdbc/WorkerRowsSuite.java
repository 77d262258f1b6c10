package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests which rows are leased to which holder, and what holders notice. */
public abstract class WorkerRowsSuite extends ClaimRowsSuite {

  private static final String AFTER_LOSS =
      "in tests that reset the schema, set snowbraid.directory (docs/testing.md). Otherwise "
          + RecordedWorkers.AFTER_LOSS;

  @Test
  void reservedWorkerIsNeverGiven() throws SQLException {
    WorkerLease lease = source().acquire(request(1, "host"));
    execute("update " + table + " set expires_at = " + Long.MAX_VALUE + " where worker = 0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(1, "host")))
        .withMessageContaining("reserved permanently");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().release(lease.worker()))
        .withMessageStartingWith("worker is reserved permanently: worker=0, ")
        .withMessageContaining("[table=" + table)
        .withMessageEndingWith(
            "; uninstall the SQL functions that issue its ids, unless they are those of the"
                + " database of which this one is a copy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().release(7))
        .withMessageStartingWith("worker was never held: worker=7, ");
  }

  @Test
  void damagedRowIsNamedWithWhatItHolds() throws SQLException {
    WorkerLease lease = acquire();
    execute("update " + table + " set last_ticks = '1 2 x 4' where worker = 0");
    String message =
        "worker record is damaged (table="
            + table
            + ", namespace=default, worker=0): last_ticks must be numbers separated by spaces, but"
            + " is 1 2 x 4";
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().workers())
        .withMessageStartingWith(message)
        .withMessageEndingWith("; restore the record");
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            this::acquire, () -> lease.extend(ticks(1)), () -> source().release(0))) {
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(call)
          .withMessageStartingWith(message);
    }
    execute("update " + table + " set last_ticks = '' where worker = 0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(this::acquire)
        .withMessageContaining(
            "worker=0): last_ticks must be numbers separated by spaces, but is ");
  }

  @Test
  void tableIsFoundIfItIsThere() {
    assertThat(source().hasTable()).isTrue();
    assertThat(source().withTable(table + "_none").hasTable()).isFalse();
  }

  @Test
  void deletedRowStopsItsHolder() throws SQLException {
    WorkerLease lease = acquire();
    execute("delete from " + table + " where worker = 0");
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(100)))
        .withMessageStartingWith("worker record was deleted: worker=0, JdbcWorkerSource[table=")
        .withMessageEndingWith("; " + AFTER_LOSS);
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.release(ticks(100)));
  }

  /** Nothing tells an emptied table from one whose rows are hidden. */
  @Test
  void emptiedTableStopsItsHoldersAndNothingIsBegunAnew() throws SQLException {
    JdbcWorkerSource source = source();
    WorkerLease lease = source.acquire(request(8, "host"));
    execute("delete from " + table);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> lease.extend(ticks(100)))
        .withMessageStartingWith("worker record and namespace record cannot be seen")
        .withMessageContaining(" cannot be seen: worker=0, ")
        .withMessageEndingWith(". If they were deleted, " + AFTER_LOSS);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> source.acquire(request(8, "host")))
        .withMessageStartingWith("namespace record can no longer be seen");
    assertThat(source.workers()).isEmpty();
    assertThat(acquire().worker()).isZero(); // of another process, which cannot know
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(100)));
  }

  @Test
  void rowFromABackupStopsItsHolder() throws SQLException {
    WorkerLease before = acquire();
    before.release(ticks(50));
    JdbcWorkerSource.of(pool).withTable(table + "_backup").createTableIfMissing();
    execute("insert into " + table + "_backup select * from " + table);
    WorkerLease lease = acquire();
    assertThat(lease.extend(ticks(100))).isTrue();
    execute("delete from " + table);
    execute("insert into " + table + " select * from " + table + "_backup");
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(200)))
        .withMessageStartingWith("worker record was rolled back to an older state")
        .withMessageContaining(
            "worker=0, fence=2, fence before=4, JdbcWorkerSource[table=" + table);
  }

  @Test
  void longHorizonIsLongAndNotOver() {
    WorkerRequest forEver =
        new WorkerRequest("layout A", 1, 4, 5, Duration.ofSeconds(Long.MAX_VALUE), "host");
    WorkerLease lease = source().acquire(forEver);
    assertThat(lease.extend(ticks(1))).isTrue();
    assertThat(source().workers()).extracting(WorkerInfo::state).containsOnly(State.HELD);
    assertThat(source().release(0)).isTrue();
  }

  @Test
  void databaseClockThatStepsBackOnlyKeepsWorkersLonger() throws SQLException {
    WorkerLease lease = source().acquire(request(1, "host"));
    execute("update " + table + " set expires_at = expires_at + 3600000 where worker >= 0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(1, "host")))
        .withMessageContaining("are held, the first expires at ");
    assertThat(lease.extend(ticks(100))).isTrue();
  }

  @Test
  void operatorSeesWorkersAndTakesThemFromOwnersThatAreGone() throws SQLException {
    WorkerLease gone = acquire();
    assertThat(gone.extend(ticks(100))).isTrue();
    WorkerLease back = acquire();
    back.release(ticks(5));
    assertThat(source().workers())
        .extracting(WorkerInfo::worker, WorkerInfo::owner, WorkerInfo::state)
        .containsExactly(tuple(0, "host", State.HELD), tuple(1, "host", State.RELEASED));
    assertThat(source().release(0)).isTrue();
    assertThat(source().release(0)).isFalse();
    assertThat(gone.extend(ticks(200))).isFalse();
    assertThat(acquire().lastTicks()).containsOnly(100);
    expire(0);
    assertThat(source().workers().get(0).state()).isEqualTo(State.EXPIRED);
  }

  @Test
  void millionsOfWorkersAreNoBurden() {
    List<Integer> workers =
        IntStream.range(0, 50)
            .mapToObj(i -> source().acquire(request(1 << 30, "host")).worker())
            .toList();
    assertThat(workers).isEqualTo(IntStream.range(0, 50).boxed().toList());
  }

  /** Changes a row as if the clock had shown a later time when it was written. */
  private void moveAhead(int worker, Duration lead) throws SQLException {
    String sql =
        "update %s set seen_at = seen_at + %d, expires_at = expires_at + %d" + " where worker = %d";
    execute(sql.formatted(table, lead.toMillis(), lead.toMillis(), worker));
  }

  @Test
  void deadHoldersOfAClockThatWasAheadGiveWayWhenNothingElseIsFree() throws SQLException {
    for (int worker = 0; worker < 2; worker++) {
      assertThat(source().acquire(request(3, "dead")).extend(ticks(100))).isTrue();
      moveAhead(worker, Duration.ofDays(3650 - worker));
    }
    assertThat(source().acquire(request(3, "host")).worker()).isEqualTo(2);
    assertThat(source().acquire(request(3, "host")).worker()).isEqualTo(1);
    WorkerLease last = source().acquire(request(3, "host"));
    assertThat(last.worker()).isZero();
    assertThat(last.lastTicks()).containsOnly(100);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(3, "host")))
        .withMessageContaining("all 3 of");
  }

  @Test
  void checkerRejectsASourceThatDoesNotLookWhenRowsWereSeen() {
    faulty.rewriteStatements(
        sql -> sql.startsWith("select") ? sql.replace(" seen_at, ", " 0, ") : sql);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(this::deadHoldersOfAClockThatWasAheadGiveWayWhenNothingElseIsFree)
        .withMessageContaining("all 3 of");
  }

  @Test
  void livingHoldersThatASmallStepBackPutsAheadKeepTheirWorkers() throws SQLException {
    WorkerLease living = source().acquire(request(1, "host"));
    moveAhead(0, Duration.ofSeconds(30));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(1, "host")));
    assertThat(living.extend(ticks(100))).isTrue();
  }

  /**
   * Just after a large step back, all rows look the same, but those of dead holders were written
   * earlier.
   */
  @Test
  void deadHoldersGiveWayBeforeTheLivingWhenTheClockStepsBack() throws SQLException {
    WorkerLease living = source().acquire(request(2, "living"));
    WorkerLease dead = source().acquire(request(2, "dead"));
    moveAhead(living.worker(), Duration.ofHours(2));
    moveAhead(dead.worker(), Duration.ofHours(1));
    assertThat(source().acquire(request(2, "host")).worker()).isEqualTo(dead.worker());
    assertThat(living.extend(ticks(100))).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(2, "host")));
  }

  @Test
  void whoOnlyWantsABetterWorkerTakesNoneThatIsInDoubt() throws SQLException {
    WorkerLease held = source().acquire(request(1, "host"));
    moveAhead(held.worker(), Duration.ofDays(1));
    WorkerRequest modest =
        new WorkerRequest(
            "layout A", 1, 4, 4, 1_000_000, Duration.ofMinutes(1), "host", 1, Set.of());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(modest))
        .withMessageStartingWith("too few workers are free: spare=1, free=0, ");
  }

  @Test
  void onlyWorkersOfTheShareAreGiven() {
    JdbcWorkerSource share = source().withWorkers("2,5-6");
    List<Integer> workers =
        IntStream.range(0, 3).mapToObj(i -> share.acquire(request(8, "host")).worker()).toList();
    assertThat(workers).containsExactlyInAnyOrder(2, 5, 6);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> share.acquire(request(8, "host")))
        .withMessageContaining("all 3 of")
        .withMessageContaining("workers=2,5-6, ");
    assertThat(source().acquire(request(8, "host")).worker()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().withWorkers("8-9").acquire(request(8, "host")))
        .withMessageStartingWith(
            "none of the workers 8-9 exists in the layout, which has 8 workers;");
    assertThatIllegalArgumentException().isThrownBy(() -> source().withWorkers("9-8"));
  }

  @Test
  void timeOfTheStoreIsThatOfTheLastAnswer() {
    WorkerLease lease = acquire();
    Instant first = lease.storeTime().orElseThrow();
    Instant before = source().storeTime().orElseThrow();
    while (!before.isAfter(first)) {
      before = source().storeTime().orElseThrow();
    }
    assertThat(lease.extend(ticks(100))).isTrue();
    assertThat(lease.storeTime().orElseThrow())
        .isBetween(before, source().storeTime().orElseThrow());
  }

  @Test
  void checkerRejectsClonesThatShareStamps() {
    sharesStamps = true;
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::copyOfALeaseIsShutOutByTheFirstWrite);
  }

  @Test
  void releaseThatIsIgnoredIsNotBlamedOnOthers() {
    WorkerLease lease = acquire();
    faulty.rewriteStatements(sql -> sql.replace("and fence = ?", "and fence = ? - 1000"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().release(lease.worker()))
        .withMessageStartingWith(
            "worker record could not be written, although no other process wrote it: worker=0,");
  }
}
