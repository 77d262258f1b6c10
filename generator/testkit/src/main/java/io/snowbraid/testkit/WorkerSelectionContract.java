package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests which workers every source must lease, and declares the methods that subclasses implement.
 */
public abstract class WorkerSelectionContract {

  private static final String LAYOUT = "layout A";
  private static final int LANES = 4;
  private static final long NOW = 1_000_000;

  /** Returns the namespace under test, as another process sees it. */
  protected abstract WorkerSource source();

  /** Returns another namespace of the same store. */
  protected abstract WorkerSource otherNamespace();

  /** Makes the store presume a worker's holder dead. */
  protected abstract void expire(int worker) throws Exception;

  /**
   * Makes the store fail from now on, or work again.
   *
   * @return false if the store cannot do this
   */
  protected abstract boolean setBroken(boolean broken) throws Exception;

  /**
   * Makes the store execute the next call, and then fail.
   *
   * @return false if the store cannot do this
   */
  protected abstract boolean loseNextReply() throws Exception;

  /** Clones a lease, like a snapshot of its process's memory. */
  protected abstract WorkerLease copyOf(WorkerLease lease) throws Exception;

  /**
   * Returns whether a holder may still run when the store presumes it dead. False if the store
   * detects process deaths.
   */
  protected boolean hasZombies() {
    return true;
  }

  /** Creates a request for a layout with this number of workers. */
  protected static WorkerRequest request(int workers, String owner) {
    return new WorkerRequest(LAYOUT, workers, LANES, NOW, Duration.ofMinutes(1), owner);
  }

  private static WorkerRequest request(
      int workers, String owner, int spare, Set<Integer> excluded) {
    return new WorkerRequest(
        LAYOUT, workers, LANES, LANES, NOW, Duration.ofMinutes(1), owner, spare, excluded);
  }

  /** Leases a worker for the owner "host". */
  protected final WorkerLease acquire(int workers) {
    return source().acquire(request(workers, "host"));
  }

  protected static long[] ticks(long... ticks) {
    return ticks;
  }

  @Test
  public void newWorkersHaveNoPast() {
    WorkerLease lease = acquire(8);
    assertThat(lease.worker()).isBetween(0, 7);
    assertThat(lease.lastTicks()).containsExactly(-1, -1, -1, -1);
  }

  @Test
  public void holdersHaveDifferentWorkers() {
    List<Integer> workers = IntStream.range(0, 8).mapToObj(i -> acquire(8).worker()).toList();
    assertThat(workers).doesNotHaveDuplicates();
    assertThatExceptionOfType(WorkersHeldException.class)
        .isThrownBy(() -> acquire(8))
        .withMessageContaining("8");
  }

  @Test
  public void manyHoldersAtOnceHaveDifferentWorkers() throws Exception {
    Callable<Integer> taker = () -> acquire(128).worker();
    assertThat(Crowd.call(32, Collections.nCopies(128, taker)))
        .doesNotHaveDuplicates()
        .allMatch(w -> w >= 0 && w < 128);
  }

  @Test
  public void manyHoldersAtOnceShareReleasedWorkers() throws Exception {
    List<WorkerLease> leases = IntStream.range(0, 16).mapToObj(i -> acquire(16)).toList();
    leases.forEach(lease -> lease.release(lease.lastTicks()));
    assertThat(Crowd.call(16, () -> acquire(16).worker()))
        .doesNotHaveDuplicates()
        .allMatch(w -> w >= 0 && w < 16);
  }

  @Test
  public void releasedWorkerComesBackWithItsLastTicks() {
    WorkerLease first = acquire(8);
    assertThat(first.extend(ticks(900, 900, 900, 900))).isTrue();
    first.release(ticks(500, -1, 70, -1));
    WorkerLease second = acquire(8);
    assertThat(second.worker()).isEqualTo(first.worker());
    assertThat(second.lastTicks()).containsExactly(500, -1, 70, -1);
  }

  @Test
  public void ownerGetsTheWorkerItGaveBack() {
    WorkerLease one = source().acquire(request(8, "one"));
    WorkerLease two = source().acquire(request(8, "two"));
    one.release(one.lastTicks());
    two.release(two.lastTicks());
    assertThat(source().acquire(request(8, "two")).worker()).isEqualTo(two.worker());
    assertThat(source().acquire(request(8, "three")).worker()).isEqualTo(one.worker());
  }

  @Test
  public void deadHoldersWorkerGoesToItsOwnerOrToTheLast() throws Exception {
    WorkerLease dead = source().acquire(request(2, "one"));
    expire(dead.worker());
    WorkerLease other = source().acquire(request(2, "two"));
    assertThat(other.worker()).isNotEqualTo(dead.worker());
    other.release(other.lastTicks());
    assertThat(source().acquire(request(2, "one")).worker()).isEqualTo(dead.worker());
    expire(dead.worker());
    assertThat(source().acquire(request(2, "three")).worker()).isEqualTo(other.worker());
    assertThat(source().acquire(request(2, "four")).worker()).isEqualTo(dead.worker());
  }

  @Test
  public void workerThatCannotStartIsPassedOver() {
    WorkerLease ahead = acquire(2);
    ahead.release(ticks(NOW, NOW + 1, NOW + 2, NOW + 3));
    WorkerLease other = acquire(2);
    assertThat(other.worker()).isNotEqualTo(ahead.worker());
    assertThat(acquire(2).worker()).isEqualTo(ahead.worker());
  }

  @Test
  public void otherLayoutIsRejected() {
    WorkerLease first = acquire(8);
    first.release(first.lastTicks());
    WorkerRequest other =
        new WorkerRequest("layout B", 8, LANES, NOW, Duration.ofMinutes(1), "host");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(other))
        .withMessageContainingAll("layout A", "layout B");
  }

  @Test
  public void namespacesDoNotSeeEachOther() {
    WorkerLease here = acquire(1);
    WorkerLease there = otherNamespace().acquire(request(1, "host"));
    assertThat(there.worker()).isEqualTo(here.worker());
    assertThat(here.extend(ticks(1, 2, 3, 4))).isTrue();
    assertThat(there.extend(ticks(5, 6, 7, 8))).isTrue();
  }

  @Test
  public void workerBeyondTheRangeIsNotGiven() {
    List<WorkerLease> leases = IntStream.range(0, 4).mapToObj(i -> acquire(4)).toList();
    leases.stream()
        .filter(lease -> lease.worker() >= 2)
        .forEach(lease -> lease.release(lease.lastTicks()));
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(2));
    assertThat(acquire(4).worker()).isGreaterThanOrEqualTo(2);
  }

  @Test
  public void lostReplyOfAnAcquisitionLeavesTheOthers() throws Exception {
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> acquire(4));
    assertThat(acquire(4).worker()).isBetween(0, 3);
  }

  @Test
  public void excludedWorkersAreNotGiven() {
    WorkerRequest request = request(2, "host", 0, Set.of(0));
    assertThat(source().acquire(request).worker()).isEqualTo(1);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request));
    assertThat(acquire(2).worker()).isZero();
  }

  @Test
  public void spareWorkersStayFree() {
    WorkerLease one = acquire(4);
    WorkerRequest modest = request(4, "host", 1, Set.of());
    assertThat(source().acquire(modest).worker()).isNotEqualTo(one.worker());
    assertThat(source().acquire(modest).worker()).isNotEqualTo(one.worker());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(modest));
    assertThat(acquire(4).worker()).isNotEqualTo(one.worker());
  }

  @Test
  public void lanesThatAreNotUsedDoNotMakeAWorkerFit() {
    WorkerLease ahead = acquire(2);
    ahead.release(ticks(NOW, -1, -1, -1));
    WorkerRequest oneLane =
        new WorkerRequest(LAYOUT, 2, LANES, 1, NOW, Duration.ofMinutes(1), "host", 0, Set.of());
    assertThat(source().acquire(oneLane).worker()).isNotEqualTo(ahead.worker());
  }
}
