package io.snowbraid.worker.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.PastIds;
import io.snowbraid.Snowflake;
import io.snowbraid.testkit.WorkerRecordsContract;
import io.snowbraid.worker.HolderGrant;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests the decisions of all recorded workers, with the simplest store there is. */
class MapRecordsTest extends WorkerRecordsContract {

  private final Map<String, MapRecords> namespaces = new ConcurrentHashMap<>();
  private Supplier<MapRecords> kind = NamedRecords::new;

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
            "worker store failed: java.io.IOException: no route to host, store=a map; see the"
                + " cause")
        .withCauseInstanceOf(IOException.class);
  }

  @Test
  void ticksOfAnEarlierHolderSayNothingOfThePresentHoldersClock() {
    WorkerLease earlier = source().acquire(request(8, "host"));
    assertThat(earlier.extend(new long[] {1, 2, 3, 4})).isTrue();
    earlier.release(new long[] {1, 2, 3, 4});
    WorkerLease present = source().acquire(request(8, "host"));
    assertThat(source().acquire(request(8, "other")).otherHolders()).isEmpty();
    assertThat(present.extend(new long[] {5, 6, 7, 8})).isTrue();
    assertThat(source().acquire(request(8, "other")).otherHolders())
        .extracting(HolderGrant::worker, HolderGrant::lastTicks)
        .containsExactly(tuple(present.worker(), List.of(5L, 6L, 7L, 8L)));
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
        .withMessageStartingWith("namespace record was written but cannot be read: a map; ");
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
        .withMessageContaining("worker store failed: java.lang.IllegalStateException: not");
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
