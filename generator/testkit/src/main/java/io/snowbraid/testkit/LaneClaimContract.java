package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the claim rules of every source that reserves workers: a claim is permanent and belongs to
 * one job.
 */
public abstract class LaneClaimContract extends WorkerSelectionContract {

  private static final int LANES = 4;

  private LaneClaim claim(int workers) {
    return source().claim(request(workers, "job"), LaneClaim::wholeLane);
  }

  private List<LaneClaim> claims(int workers, int count) {
    return IntStream.range(0, count).mapToObj(i -> claim(workers)).toList();
  }

  private void assertThatNoneIsLeft(int workers) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> claim(workers))
        .withMessageStartingWith("no unused worker is left");
  }

  @Test
  public void claimsOfAWorkerAreItsLanesAndThenAnotherWorkerIsReserved() {
    List<LaneClaim> claims = claims(8, LANES + 1);
    assertThat(claims.subList(0, LANES))
        .extracting(LaneClaim::lane)
        .containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(claims.subList(0, LANES)).extracting(LaneClaim::worker).containsOnly(7);
    assertThat(claims.get(LANES).worker()).isEqualTo(6);
  }

  @Test
  public void claimsAreNeverRepeated() {
    assertThat(claims(3, 3 * LANES)).doesNotHaveDuplicates().allMatch(claim -> claim.worker() < 3);
    assertThatNoneIsLeft(3);
  }

  @Test
  public void claimsOfManyThreadsAreDifferentAndNoneOfAGenerator() throws Exception {
    int workers = 12;
    Callable<Object> claim = () -> claim(workers);
    Callable<Object> lease = () -> acquire(workers);
    Stream<Callable<Object>> calls =
        IntStream.range(0, 5 * LANES).mapToObj(i -> i % LANES == 0 ? lease : claim);
    List<Object> taken = Crowd.call(16, calls.toList());
    List<LaneClaim> claims = only(LaneClaim.class, taken);
    List<WorkerLease> leases = only(WorkerLease.class, taken);
    assertThat(claims).hasSize(5 * (LANES - 1)).doesNotHaveDuplicates();
    assertThat(leases).extracting(WorkerLease::worker).hasSize(5).doesNotHaveDuplicates();
    assertThat(leases)
        .extracting(WorkerLease::worker)
        .doesNotContainAnyElementsOf(claims.stream().map(LaneClaim::worker).toList());
  }

  private static <T> List<T> only(Class<T> type, List<Object> mixed) {
    return mixed.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  public void claimedWorkerIsNotLeasedAlthoughNoOtherIsFree() throws Exception {
    LaneClaim claim = claim(2);
    WorkerLease lease = acquire(2);
    assertThat(lease.worker()).isNotEqualTo(claim.worker());
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(2));
    expire(lease.worker());
    assertThat(acquire(2).worker()).isEqualTo(lease.worker());
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(2));
  }

  @Test
  public void workerThatWasHeldIsNotClaimed() throws Exception {
    WorkerLease released = acquire(2);
    released.release(released.lastTicks());
    assertThat(claims(2, LANES)).extracting(LaneClaim::worker).containsOnly(1);
    assertThatNoneIsLeft(2);
    expire(acquire(2).worker());
    assertThatNoneIsLeft(2);
  }

  @Test
  public void claimsGoOnAlthoughAllOtherWorkersAreHeld() {
    LaneClaim first = claim(2);
    WorkerLease lease = acquire(2);
    assertThat(claims(2, LANES - 1))
        .doesNotContain(first)
        .doesNotHaveDuplicates()
        .noneMatch(claim -> claim.worker() == lease.worker());
    assertThatNoneIsLeft(2);
  }

  @Test
  public void lostReplyUsesALaneUpAtMost() throws Exception {
    LaneClaim first = claim(1);
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> claim(1));
    assertThat(claims(1, LANES - 2)).doesNotContain(first).doesNotHaveDuplicates();
    assertThatNoneIsLeft(1);
  }

  @Test
  public void lostReplyOfTheFirstClaimLeavesTheOthers() throws Exception {
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> claim(1));
    assertThat(claims(1, LANES - 1)).doesNotHaveDuplicates();
  }

  @Test
  public void excludedWorkersAreNotClaimed() {
    assertThat(claim(2).worker()).isEqualTo(1);
    WorkerRequest excluding = excluding(request(2, "job"), Set.of(1));
    assertThat(source().claim(excluding, LaneClaim::wholeLane).worker()).isZero();
    WorkerRequest excludingAll = excluding(request(2, "job"), Set.of(0, 1));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().claim(excludingAll, LaneClaim::wholeLane));
  }

  private static WorkerRequest excluding(WorkerRequest request, Set<Integer> excluded) {
    return new WorkerRequest(
        request.layout(),
        request.workers(),
        request.lanes(),
        request.usedLanes(),
        request.tick(),
        request.horizon(),
        request.owner(),
        request.spare(),
        excluded);
  }

  @Test
  public void namespacesHaveClaimsOfTheirOwn() {
    LaneClaim claim = claim(1);
    assertThat(otherNamespace().claim(request(1, "job"), LaneClaim::wholeLane)).isEqualTo(claim);
  }

  @Test
  public void claimIsOfTheLayoutOfItsNamespace() {
    LaneClaim first = claim(2);
    WorkerRequest request = request(2, "job");
    WorkerRequest other =
        new WorkerRequest("layout B", 2, LANES, request.tick(), request.horizon(), request.owner());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().claim(other, LaneClaim::wholeLane))
        .withMessageContaining("layout B");
    assertThat(claim(2)).isNotEqualTo(first);
  }

  @Test
  public void claimOfABrokenStoreFails() throws Exception {
    LaneClaim first = claim(2);
    assumeThat(setBroken(true)).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> claim(2));
    setBroken(false);
    assertThat(claim(2)).isNotEqualTo(first);
  }
}
