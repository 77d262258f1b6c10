package io.snowbraid.worker.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.PastIds;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.HolderGrant;
import io.snowbraid.worker.StampCopies;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceContract;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests the decisions of all recorded workers, with the simplest store there is. */
class MapRecordsTest extends WorkerSourceContract {

  private final FaultyRecords store = new FaultyRecords(new MapRecords());

  /** A store that can fail as stores do. */
  private static final class FaultyRecords implements WorkerRecords<IOException> {

    private final MapRecords records;
    private boolean isBroken;
    private boolean losesReply;
    private boolean ignoresFence;
    private boolean hides;

    FaultyRecords(MapRecords records) {
      this.records = records;
    }

    private void requireWhole() throws IOException {
      if (isBroken) {
        throw new IOException("no route to host");
      }
    }

    private boolean answer(boolean answer) throws IOException {
      if (losesReply) {
        losesReply = false;
        throw new IOException("connection reset");
      }
      return answer;
    }

    @Override
    public NamespaceSnapshot read() throws IOException {
      requireWhole();
      return hides ? new NamespaceSnapshot(new TreeMap<>(), Instant.EPOCH) : records.read();
    }

    @Override
    public NamespaceSnapshot read(int worker) throws IOException {
      requireWhole();
      return records.read(worker);
    }

    @Override
    public boolean insert(WorkerRecord record) throws IOException {
      requireWhole();
      return answer(records.insert(record));
    }

    @Override
    public boolean update(WorkerRecord record) throws IOException {
      requireWhole();
      return answer(ignoresFence ? overwrite(record) : records.update(record));
    }

    private boolean overwrite(WorkerRecord record) {
      LockSupport.parkNanos(5_000_000); // others read the same record meanwhile
      WorkerRecord present = records.read(record.worker()).workers().get(record.worker());
      return records.update(
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

    @Override
    public String toString() {
      return "a map";
    }
  }

  @Override
  protected WorkerSource source() {
    return RecordedWorkers.of(store, "default");
  }

  @Override
  protected WorkerSource otherNamespace() {
    return RecordedWorkers.of(new MapRecords(), "other");
  }

  @Override
  protected void expire(int worker) {
    WorkerRecord held = store.records.read(worker).workers().get(worker);
    assertThat(store.records.update(held.with(held.ticks(), held.holder(), 2, held.seenAt())))
        .isTrue();
  }

  @Override
  protected boolean setBroken(boolean broken) {
    store.isBroken = broken;
    return true;
  }

  @Override
  protected boolean loseNextReply() {
    store.losesReply = true;
    return true;
  }

  @Override
  protected WorkerLease copyOf(WorkerLease lease) {
    return ((RecordedLease<?>) lease).copy(StampCopies::copyOf);
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
  void recordsThatCannotBeReadAreReported() {
    store.hides = true;
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
    store.ignoresFence = true;
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::manyHoldersAtOnceShareReleasedWorkers);
  }
}
