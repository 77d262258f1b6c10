package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo.State;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which rows are reserved for ids of the past. */
public abstract class ClaimRowsSuite extends JdbcSourceFixture {

  @Test
  void workerOfClaimsIsShownAndCannotBeReleased() {
    LaneClaim claim = source().claim(request(8, "job"), LaneClaim::wholeLane);
    assertThat(source().workers())
        .singleElement()
        .matches(worker -> worker.state() == State.PAST && worker.expiresAt().isEmpty())
        .matches(worker -> worker.worker() == claim.worker())
        .matches(worker -> worker.owner().equals("ids for the past, and blocks"))
        .matches(worker -> worker.lastTicks().equals(List.of(LaneClaim.ALL_TICKS, -1L, -1L, -1L)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().release(claim.worker()))
        .withMessageStartingWith(
            "worker is reserved for ids of the past and for blocks: worker=7, ");
  }

  @Test
  void claimsAreOfTheShare() {
    JdbcWorkerSource share = source().withWorkers("1,3");
    assertThat(
            IntStream.range(0, 8)
                .mapToObj(i -> share.claim(request(8, "job"), LaneClaim::wholeLane)))
        .doesNotHaveDuplicates()
        .allMatch(claim -> claim.worker() == 1 || claim.worker() == 3);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> share.claim(request(8, "job"), LaneClaim::wholeLane))
        .withMessageStartingWith(
            "no unused worker is left: workers=8, share=1,3, excluded=[], JdbcWorkerSource[");
    assertThat(source().claim(request(8, "job"), LaneClaim::wholeLane).worker()).isEqualTo(7);
  }

  @Test
  void workersOfSqlFunctionsAreNotClaimed() throws SQLException {
    WorkerLease lease = source().acquire(request(1, "host"));
    lease.release(lease.lastTicks());
    execute("update " + table + " set expires_at = " + Long.MAX_VALUE + " where worker = 0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().claim(request(1, "job"), LaneClaim::wholeLane));
  }

  @Test
  void claimThatIsWrittenLateTakesNothingFromOthers() throws SQLException {
    LaneClaim first = source().claim(request(1, "job"), LaneClaim::wholeLane);
    faulty.setNext(FaultyDataSource.Fault.LATE);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().claim(request(1, "job"), LaneClaim::wholeLane));
    LaneClaim second =
        JdbcWorkerSource.of(pool)
            .withTable(table)
            .claim(request(1, "another job"), LaneClaim::wholeLane);
    assertThat(faulty.landLate()).isZero();
    assertThat(source().claim(request(1, "job"), LaneClaim::wholeLane)).isNotIn(first, second);
  }
}
