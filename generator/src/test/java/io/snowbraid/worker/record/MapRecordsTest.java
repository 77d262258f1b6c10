package io.snowbraid.worker.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.job.PastIds;
import io.snowbraid.testkit.WorkerRecordsContract;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests the decisions of all recorded workers, with the simplest store there is. */
class MapRecordsTest extends WorkerRecordsContract {

  private final Map<String, MapRecords> namespaces = new ConcurrentHashMap<>();
  private Supplier<MapRecords> kind = NamedRecords::new;
  private boolean hidesByHalves;
  private boolean isHalfHidden;
  private boolean missesOnce;

  private static class NamedRecords extends MapRecords {

    @Override
    public String toString() {
      return "a map";
    }
  }

  /** Overwrites whatever another holder wrote. */
  private static final class UnfencedRecords extends MapRecords {

    @Override
    public boolean update(WorkerRecord record) {
      LockSupport.parkNanos(5_000_000); // others read the same record meanwhile
      WorkerRecord present = read(record.worker()).workers().get(record.worker());
      return super.update(
          new WorkerRecord(
              record.worker(),
              record.layout(),
              record.owner(),
              record.holder(),
              present.fence() + 1,
              record.lastTicks(),
              record.expiresAt(),
              record.seenAt()));
    }
  }

  /** Shows its namespace although its records are hidden, so that they seem to be deleted. */
  private final class HalfHiddenRecords extends NamedRecords {

    @Override
    public NamespaceSnapshot read() {
      return seen(super.read());
    }

    @Override
    public NamespaceSnapshot read(int worker) {
      return seen(super.read(worker));
    }

    private NamespaceSnapshot seen(NamespaceSnapshot snapshot) {
      return isHalfHidden
          ? new NamespaceSnapshot(snapshot.records().headMap(0), snapshot.now())
          : snapshot;
    }
  }

  /** Writes nothing, and does not say so. */
  private static final class IgnoringRecords extends NamedRecords {

    @Override
    public boolean update(WorkerRecord record) {
      return false;
    }
  }

  /** Lets another process write first. */
  private static final class BusyRecords extends NamedRecords {

    @Override
    public boolean update(WorkerRecord record) {
      WorkerRecord present = read(record.worker()).workers().get(record.worker());
      return !super.update(present.heldBy("other", "stamp", Long.MAX_VALUE - 1, 0));
    }
  }

  /** Lists nothing once, as a scan that an insert has disturbed. */
  private final class DisturbedRecords extends NamedRecords {

    @Override
    public NamespaceSnapshot read() {
      boolean isMissed = missesOnce;
      missesOnce = false;
      return isMissed ? new NamespaceSnapshot(new TreeMap<>(), Instant.EPOCH) : super.read();
    }
  }

  /** Refuses a second insert before the first one is shown, as while that one commits. */
  private static final class SlowRecords extends NamedRecords {

    private int reads;

    @Override
    public boolean insert(WorkerRecord record) {
      boolean isOwn = super.insert(record);
      return isOwn && record.worker() != NamespaceSnapshot.NAMESPACE;
    }

    @Override
    public NamespaceSnapshot read() {
      return reads++ < 4 ? new NamespaceSnapshot(new TreeMap<>(), Instant.EPOCH) : super.read();
    }
  }

  private static final class ForgetfulRecords extends NamedRecords {

    @Override
    public NamespaceSnapshot read() {
      return new NamespaceSnapshot(new TreeMap<>(), Instant.EPOCH);
    }
  }

  @Override
  protected WorkerRecords<?> records(String namespace) {
    return namespaces.computeIfAbsent(namespace, name -> kind.get());
  }

  @Override
  protected boolean setHidden(boolean hidden) {
    isHalfHidden = hidden && hidesByHalves;
    return hidesByHalves || super.setHidden(hidden);
  }

  @Test
  void suiteRejectsAStoreThatReportsHiddenRecordsAsDeleted() {
    kind = HalfHiddenRecords::new;
    hidesByHalves = true;
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::hiddenRecordsStopTheirHolderUntilTheyAreSeenAgain)
        .withMessageContaining("WorkerRecordLostException");
  }

  @Test
  void knownNamespaceIsNotCreatedAgain() {
    RecordedWorkers<?> source = RecordedWorkers.of(present(), "default");
    assertThat(source.acquire(request(8, "host")).worker()).isZero();
    namespaces.clear();
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> source.withWorkers("5").acquire(request(8, "host")))
        .withMessageStartingWith("namespace record can no longer be seen");
    assertThat(namespaces.get("default").read().records()).isEmpty();
  }

  @Test
  void knownNamespaceThatAListLacksIsLookedUp() {
    kind = DisturbedRecords::new;
    RecordedWorkers<?> source = RecordedWorkers.of(present(), "default");
    assertThat(source.acquire(request(8, "host")).worker()).isZero();
    missesOnce = true;
    assertThat(source.acquire(request(8, "host")).worker()).isEqualTo(1);
    assertThat(missesOnce).isFalse();
  }

  /** Returns an access to whatever the namespace is at the time of a call. */
  private RecordAccess<RuntimeException> present() {
    return new RecordAccess<>() {
      @Override
      public <T> T call(Work<T, RuntimeException> work) {
        return work.apply((MapRecords) records("default"));
      }
    };
  }

  /** As a {@link ConcurrentSkipListMap} between an insert and the count of it. */
  @Test
  void recordsOfAMapWhoseSizeLagsAreCopied() {
    SortedMap<Integer, WorkerRecord> lagging =
        new ConcurrentSkipListMap<>() {
          @Override
          public int size() {
            return super.size() - 1;
          }
        };
    WorkerRecord own = WorkerRecord.unheld(NamespaceSnapshot.NAMESPACE, "layout", 4);
    lagging.put(own.worker(), own);
    assertThat(new NamespaceSnapshot(lagging, Instant.EPOCH).namespaceRecord()).isEqualTo(own);
  }

  @Test
  void namespaceOfAnotherProcessIsAwaitedUntilItHasCommitted() {
    kind = SlowRecords::new;
    assertThat(source().acquire(request(8, "host")).worker()).isZero();
  }

  @Test
  void storeThatIgnoresWritesIsNamed() {
    kind = IgnoringRecords::new;
    WorkerLease lease = source().acquire(request(1, "host"));
    String message = "worker record could not be written, although no other process wrote it: ";
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(1, 2, 3, 4)))
        .withMessage(
            message
                + "worker=0, fence=1, a map; check for a trigger or policy that ignores writes");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> RecordedWorkers.of(records("default"), "default").release(0))
        .withMessageStartingWith(message);
  }

  @Test
  void releaseThatIsAlwaysLateGivesUp() {
    RecordedWorkers<?> source = RecordedWorkers.of(new BusyRecords(), "default");
    assertThat(source.acquire(request(1, "host")).worker()).isZero();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source.release(0))
        .withMessageStartingWith(
            "worker 0 could not be released within 100 attempts, because other processes always"
                + " wrote first (a map); retry");
  }

  @Test
  void issuesIds() {
    try (Snowflake ids = Snowflake.builder().worker(source()).build();
        Snowflake others = Snowflake.builder().worker(source()).build()) {
      assertThat(ids.workerId()).isNotEqualTo(others.workerId());
      assertThat(ids.nextId()).isNotEqualTo(others.nextId());
    }
  }

  @Test
  void failureNamesTheStore() {
    setBroken(true);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(8, "host")))
        .withMessage(
            "worker store failed (a map): java.io.IOException: no route to host; see the cause")
        .withCauseInstanceOf(IOException.class);
  }

  @Test
  void ticksOfAnEarlierHolderSayNothingOfThePresentHoldersClock() {
    WorkerLease earlier = source().acquire(request(8, "host"));
    assertThat(earlier.extend(new long[] {1, 2, 3, 4})).isTrue();
    earlier.release(new long[] {1, 2, 3, 4});
    WorkerLease present = source().acquire(request(8, "host"));
    assertThat(otherClocks()).isEmpty();
    assertThat(present.extend(new long[] {5, 6, 7, 8})).isTrue();
    assertThat(otherClocks()).hasSize(1);
  }

  private List<Duration> otherClocks() {
    return source().acquire(request(8, "other")).otherClocks(Instant.EPOCH, Duration.ofMillis(1));
  }

  @Test
  void onlyTheShareIsLeased() {
    RecordedWorkers<RuntimeException> all = RecordedWorkers.of(new MapRecords(), "default");
    assertThat(all.withWorkers("5-6").acquire(request(8, "host")).worker()).isEqualTo(5);
    assertThat(all.acquire(request(8, "other")).worker()).isZero();
  }

  @Test
  void recordsThatCannotBeReadAreReported() {
    kind = ForgetfulRecords::new;
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().acquire(request(8, "host")))
        .withMessageStartingWith(
            "namespace record was written but cannot be read (a map); let the application's"
                + " database user read its own writes at once");
  }

  @Test
  void whateverAStoreThrowsIsAFailureOfTheStore() {
    MapRecords unreachable =
        new MapRecords() {
          @Override
          public NamespaceSnapshot read() {
            throw new IllegalStateException("not connected");
          }
        };
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> PastIds.open(RecordedWorkers.of(unreachable, "default")))
        .withMessageContaining("no lane could be claimed: worker store failed");
  }

  @Test
  void suiteRejectsAStoreThatIgnoresTheFence() {
    kind = UnfencedRecords::new;
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::manyHoldersAtOnceShareReleasedWorkers);
    namespaces.clear();
    assertThatExceptionOfType(AssertionError.class).isThrownBy(this::oneOfManyWritesSucceeds);
  }

  @Test
  void suiteRejectsAStoreThatInsertsTwice() {
    kind =
        () ->
            new MapRecords() {
              @Override
              public boolean insert(WorkerRecord record) {
                return super.insert(record) || read(record.worker()) != null;
              }
            };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::presentRecordIsNotInsertedAgain);
  }

  @Test
  void suiteRejectsAStoreThatCutsTextsOff() {
    kind =
        () ->
            new MapRecords() {
              @Override
              public boolean insert(WorkerRecord record) {
                return super.insert(
                    new WorkerRecord(
                        record.worker(),
                        record.layout(),
                        record.owner().substring(0, 200),
                        record.holder(),
                        record.fence(),
                        record.lastTicks(),
                        record.expiresAt(),
                        record.seenAt()));
              }
            };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::recordsAreReadAsTheyWereWritten);
  }
}
