package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/**
 * Tests every store of worker records. A subclass only opens the store; the suite itself makes
 * calls fail and presumes holders dead.
 */
public abstract class WorkerRecordsContract extends WorkerSourceContract {

  private static final int THREADS = 8;
  private static final int ROUNDS = 20;
  private static final long LONG_AGO = 2; // even, like expiry times after a grant
  private static final String DEFAULT = "default";

  private final StoreFaults faults = new StoreFaults();

  /**
   * Returns a namespace's records as another process sees them. All calls during a test return the
   * same store, which is empty at the start.
   */
  protected abstract WorkerRecords<?> records(String namespace) throws Exception;

  private WorkerRecords<?> opened(String namespace) {
    try {
      return records(namespace);
    } catch (Exception e) {
      throw new AssertionError("store must be opened: namespace=" + namespace, e);
    }
  }

  private WorkerSource source(String namespace) {
    return RecordedWorkers.of(new FaultyRecords(opened(namespace), faults), namespace);
  }

  @Override
  protected final WorkerSource source() {
    return source(DEFAULT);
  }

  @Override
  protected final WorkerSource otherNamespace() {
    return source("other");
  }

  @Override
  protected final void expire(int worker) throws Exception {
    WorkerRecord held = read(worker);
    assertThat(opened(DEFAULT).update(withExpiry(held, LONG_AGO))).isTrue();
  }

  @Override
  protected final boolean setBroken(boolean broken) {
    faults.setBroken(broken);
    return true;
  }

  @Override
  protected final boolean loseNextReply() {
    faults.loseNextReply();
    return true;
  }

  @Override
  protected boolean setHidden(boolean hidden) {
    faults.hide(worker -> hidden);
    return true;
  }

  @Override
  protected final WorkerLease copyOf(WorkerLease lease) {
    return RecordedWorkers.copy(lease);
  }

  private WorkerRecord read(int worker) throws Exception {
    return Objects.requireNonNull(opened(DEFAULT).read(worker).records().get(worker));
  }

  private static WorkerRecord record(int worker, long fence, String holder) {
    String owner = "h\u00f4te '\"\\%_,;\ud83d\ude00" + "x".repeat(255);
    List<Long> ticks = List.of(-1L, 0L, 1L << 40, Long.MAX_VALUE);
    return new WorkerRecord(
        worker, "layout A: 1=2; 3", owner.substring(0, 255), holder, fence, ticks, 4, 3);
  }

  private static WorkerRecord withExpiry(WorkerRecord record, long expiresAt) {
    return new WorkerRecord(
        record.worker(),
        record.layout(),
        record.owner(),
        record.holder(),
        record.fence() + 1,
        record.lastTicks(),
        expiresAt,
        record.seenAt());
  }

  @Test
  public void recordThatIsMissingBesideThatOfItsNamespaceIsLost() {
    WorkerLease lease = acquire(2);
    faults.hide(worker -> worker == lease.worker());
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(1, 2, 3, 4)))
        .withMessageStartingWith("worker record was deleted: ");
  }

  /** A source that never saw the namespace does not mistake hidden records for other processes'. */
  @Test
  public void hiddenRecordsAreNamedToANewSource() {
    WorkerLease lease = acquire(2);
    assertThat(acquire(2).worker()).isNotEqualTo(lease.worker());
    faults.hide(worker -> true);
    assertThatExceptionOfType(WorkerRecordHiddenException.class).isThrownBy(() -> acquire(2));
    faults.hide(worker -> worker >= 0);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> acquire(2))
        .withMessageStartingWith("record of worker ");
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> source().claim(request(2, "host"), LaneClaim::wholeLane));
  }

  @Test
  public void newNamespaceHasNoRecords() throws Exception {
    assertThat(opened(DEFAULT).read().records()).isEmpty();
    assertThat(opened(DEFAULT).read(5).records()).isEmpty();
  }

  @Test
  public void recordsAreReadAsTheyWereWritten() throws Exception {
    WorkerRecord first = record(5, 0, "");
    WorkerRecord next = withExpiry(first, Long.MAX_VALUE);
    WorkerRecord namespace = record(NamespaceSnapshot.NAMESPACE, 0, "s".repeat(36));
    WorkerRecord highest = record(Integer.MAX_VALUE, Long.MAX_VALUE, "s".repeat(36));
    assertThat(opened(DEFAULT).insert(first)).isTrue();
    assertThat(read(5)).isEqualTo(first);
    assertThat(opened(DEFAULT).update(next)).isTrue();
    assertThat(opened(DEFAULT).insert(namespace)).isTrue();
    assertThat(opened(DEFAULT).insert(highest)).isTrue();
    assertThat(opened(DEFAULT).read().records().values()).containsExactly(namespace, next, highest);
    assertThat(opened(DEFAULT).read(5).records().values()).containsExactly(next);
  }

  @Test
  public void presentRecordIsNotInsertedAgain() throws Exception {
    WorkerRecord first = record(5, 7, "a");
    assertThat(opened(DEFAULT).insert(first)).isTrue();
    assertThat(opened(DEFAULT).insert(record(5, 7, "b"))).isFalse();
    assertThat(opened(DEFAULT).insert(record(5, 8, "b"))).isFalse();
    assertThat(read(5)).isEqualTo(first);
  }

  @Test
  public void updateExpectsTheFenceBefore() throws Exception {
    WorkerRecord first = record(5, 7, "a");
    assertThat(opened(DEFAULT).update(first)).isFalse();
    assertThat(opened(DEFAULT).insert(first)).isTrue();
    for (long fence : new long[] {0, 6, 7, 9, Long.MAX_VALUE}) {
      assertThat(opened(DEFAULT).update(record(5, fence, "b"))).as("fence %s", fence).isFalse();
    }
    assertThat(read(5)).isEqualTo(first);
    assertThat(opened(DEFAULT).update(record(5, 8, "b"))).isTrue();
    assertThat(read(5)).isEqualTo(record(5, 8, "b"));
  }

  @Test
  public void storeHasAClock() throws Exception {
    assertThat(opened(DEFAULT).read().now()).isAfter(Instant.ofEpochMilli(LONG_AGO));
  }

  @Test
  public void oneOfManyWritesSucceeds() throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    for (long round = 0; round < ROUNDS; round++) {
      long fence = round;
      List<Boolean> answers =
          Crowd.call(
              THREADS,
              () -> {
                WorkerRecords<?> records = opened(DEFAULT);
                WorkerRecord mine = record(5, fence, Thread.currentThread().getName());
                start.await();
                return fence == 0 ? records.insert(mine) : records.update(mine);
              });
      assertThat(answers).as("answers of round %s", round).containsOnlyOnce(true);
    }
  }
}
