package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests every worker source. */
public abstract class WorkerSourceContract extends BlockContract {

  /**
   * Blocks the store, as another caller in this process does, until the same thread closes the
   * result.
   *
   * @return empty if calls of a process need not wait for each other
   */
  protected Optional<AutoCloseable> holdUp() throws Exception {
    return Optional.empty();
  }

  /** New workers are leased in ascending order, which shows the callers' order. */
  @Test
  public void callersOfAProcessAreServedInTheirOrder() throws Exception {
    Optional<AutoCloseable> holdUp = holdUp();
    assumeThat(holdUp).isPresent();
    assertThat(QueueingCallers.call(holdUp.orElseThrow(), () -> acquire(8).worker()))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  /** The only record is of a worker that the other layout does not have. */
  @Test
  public void layoutWithFewerWorkersIsAnotherLayout() {
    WorkerRequest last = request(8, "host", Set.of(0, 1, 2, 3, 4, 5, 6));
    WorkerLease lease = source().acquire(last);
    assertThat(lease.worker()).isEqualTo(7);
    lease.release(ticks(1, 2, 3, 4));
    WorkerRequest fewer =
        new WorkerRequest("layout B", 4, 4, last.tick(), last.horizon(), last.owner());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(fewer))
        .withMessageContainingAll("layout A", "layout B");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().claim(fewer, LaneClaim::wholeLane))
        .withMessageContaining("layout B");
  }

  private static WorkerRequest request(int workers, String owner, Set<Integer> excluded) {
    WorkerRequest all = request(workers, owner);
    return new WorkerRequest(
        all.layout(),
        workers,
        all.lanes(),
        all.usedLanes(),
        all.tick(),
        all.horizon(),
        owner,
        0,
        excluded);
  }

  @Test
  public void successorOfADeadHolderStartsAfterItsGrant() throws Exception {
    WorkerLease dead = acquire(1);
    assertThat(dead.extend(ticks(100, 200, 300, 400))).isTrue();
    expire(dead.worker());
    WorkerLease next = acquire(1);
    assertThat(next.worker()).isEqualTo(dead.worker());
    assertThat(next.lastTicks()).containsExactly(100, 200, 300, 400);
  }

  @Test
  public void holderThatWasPresumedDeadCanWriteNoMore() throws Exception {
    assumeThat(hasZombies()).isTrue();
    WorkerLease zombie = acquire(1);
    assertThat(zombie.extend(ticks(100, 200, 300, 400))).isTrue();
    expire(zombie.worker());
    WorkerLease next = acquire(1);
    assertThat(next.extend(ticks(500, 600, 700, 800))).isTrue();
    assertThat(zombie.extend(ticks(900, 900, 900, 900))).isFalse();
    zombie.release(ticks(1, 1, 1, 1));
    assertThat(zombie.extend(ticks(900, 900, 900, 900))).isFalse();
    assertThat(next.extend(ticks(501, 601, 701, 801))).isTrue();
    expire(next.worker());
    assertThat(acquire(1).lastTicks()).containsExactly(501, 601, 701, 801);
  }

  @Test
  public void holderThatWasPresumedDeadContinuesIfNobodyTookItsWorker() throws Exception {
    assumeThat(hasZombies()).isTrue();
    WorkerLease sleeper = acquire(1);
    expire(sleeper.worker());
    assertThat(sleeper.extend(ticks(1, 2, 3, 4))).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(1));
  }

  @Test
  public void grantsMayBecomeShorter() throws Exception {
    WorkerLease lease = acquire(1);
    assertThat(lease.extend(ticks(500, 500, 500, 500))).isTrue();
    assertThat(lease.extend(ticks(400, -1, 100, 600))).isTrue();
    expire(lease.worker());
    assertThat(acquire(1).lastTicks()).containsExactly(400, -1, 100, 600);
  }

  @Test
  public void lostReplyDoesNotLoseTheWorker() throws Exception {
    WorkerLease lease = acquire(1);
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(100, 100, 100, 100)));
    assertThat(lease.extend(ticks(200, 90, 200, 200))).isTrue();
    assertThat(lease.extend(ticks(300, 90, 300, 300))).isTrue();
    expire(lease.worker());
    assertThat(acquire(1).lastTicks()).containsExactly(300, 90, 300, 300);
  }

  @Test
  public void storeThatFailsIsNamedAndRecovers() throws Exception {
    WorkerLease lease = acquire(2);
    assumeThat(setBroken(true)).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(1, 2, 3, 4)))
        .withCauseInstanceOf(Exception.class);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(2))
        .withCauseInstanceOf(Exception.class);
    setBroken(false);
    assertThat(lease.extend(ticks(1, 2, 3, 4))).isTrue();
    assertThat(acquire(2).worker()).isNotEqualTo(lease.worker());
  }

  @Test
  public void copyOfALeaseIsShutOutByTheFirstWrite() throws Exception {
    WorkerLease lease = acquire(2);
    assertThat(lease.extend(ticks(100, 100, 100, 100))).isTrue();
    WorkerLease copy = copyOf(lease);
    assertThat(copy.extend(ticks(200, 200, 200, 200))).isTrue();
    assertThat(lease.extend(ticks(300, 300, 300, 300))).isFalse();
    lease.release(ticks(1, 1, 1, 1));
    assertThat(copy.extend(ticks(400, 400, 400, 400))).isTrue();
  }

  @Test
  public void writeWithoutAnAnswerDoesNotShutItsOwnHolderOut() throws Exception {
    WorkerLease lease = acquire(1);
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(100, 100, 100, 100)));
    WorkerLease copy = copyOf(lease);
    assertThat(lease.extend(ticks(200, 200, 200, 200))).isTrue();
    assertThat(copy.extend(ticks(300, 300, 300, 300))).isFalse();
  }

  @Test
  public void arraysAreNotShared() {
    WorkerLease lease = acquire(1);
    lease.lastTicks()[0] = 77;
    assertThat(lease.lastTicks()[0]).isEqualTo(-1);
    long[] written = ticks(1, 2, 3, 4);
    assertThat(lease.extend(written)).isTrue();
    written[0] = 99;
    lease.release(ticks(5, 6, 7, 8));
    assertThat(acquire(1).lastTicks()).containsExactly(5, 6, 7, 8);
  }

  @Test
  public void heldWorkerIsHeld() {
    WorkerLease lease = acquire(2);
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.extend(ticks(1, 2, 3, 4))).isTrue();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  public void copyIsNoLongerHeldAfterTheOthersWriteIfItIsToLook() throws Exception {
    WorkerLease lease = acquire(2);
    assumeThat(lease.recheckAfter()).isPresent();
    WorkerLease copy = copyOf(lease);
    assertThat(lease.isHeld()).isTrue();
    assertThat(copy.isHeld()).isTrue();
    assertThat(copy.extend(ticks(1, 2, 3, 4))).isTrue();
    assertThat(lease.isHeld()).isFalse();
    assertThat(copy.isHeld()).isTrue();
  }

  @Test
  public void secondReleaseHasNoEffect() throws Exception {
    WorkerLease lease = acquire(1);
    lease.release(ticks(1, 2, 3, 4));
    lease.release(ticks(0, 0, 0, 0));
    WorkerLease next = acquire(1);
    assertThat(next.lastTicks()).containsExactly(1, 2, 3, 4);
    lease.release(ticks(0, 0, 0, 0));
    assertThat(next.extend(ticks(5, 6, 7, 8))).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(1));
  }

  /**
   * Hides all records from the application, like a revoked privilege, or shows them again.
   *
   * @return false if the store cannot do this
   */
  protected boolean setHidden(boolean hidden) throws Exception {
    return false;
  }

  @Test
  public void hiddenRecordsStopTheirHolderUntilTheyAreSeenAgain() throws Exception {
    WorkerSource source = source();
    WorkerLease lease = source.acquire(request(2, "host"));
    assertThat(lease.extend(ticks(1, 2, 3, 4))).isTrue();
    assumeThat(setHidden(true)).isTrue();
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> lease.extend(ticks(5, 6, 7, 8)));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source.acquire(request(2, "host")));
    assertThat(setHidden(false)).isTrue();
    assertThat(lease.extend(ticks(5, 6, 7, 8))).isTrue();
    assertThat(source.acquire(request(2, "host")).worker()).isNotEqualTo(lease.worker());
    expire(lease.worker());
    assertThat(source.acquire(request(2, "host")).lastTicks()).containsExactly(5, 6, 7, 8);
  }
}
