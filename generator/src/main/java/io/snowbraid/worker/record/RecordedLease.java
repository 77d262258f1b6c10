package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Holds a worker while its record carries a stamp of this lease.
 *
 * @param <X> thrown if the store fails
 */
final class RecordedLease<X extends Exception> implements WorkerLease {

  /**
   * Attempts per write. An earlier write of this lease that was presumed lost can interfere, but
   * only once each.
   */
  private static final int ROUNDS = 10;

  private final RecordAccess<X> access;
  private final WorkerRequest request;
  private final WorkerRecord found;
  private final LeaseRecordState held;
  private final List<WorkerRecord> others;
  private volatile Instant storeTime;

  /** The store's answer to a write, and its clock reading. */
  private record Answer(boolean isHeld, Instant storeTime) {}

  RecordedLease(
      RecordAccess<X> access,
      WorkerRequest request,
      WorkerRecord found,
      LeaseRecordState held,
      NamespaceSnapshot seen) {
    this.access = access;
    this.request = request;
    this.found = found;
    this.held = held;
    this.others = seen.otherHolders(found);
    this.storeTime = seen.now();
  }

  private RecordedLease(RecordedLease<X> original, LeaseRecordState held) {
    this.access = original.access;
    this.request = original.request;
    this.found = original.found;
    this.held = held;
    this.others = original.others;
    this.storeTime = original.storeTime;
  }

  /** Creates a clone, like a memory snapshot. */
  RecordedLease<X> copy() {
    return new RecordedLease<>(this, held.copy());
  }

  @Override
  public int worker() {
    return found.worker();
  }

  @Override
  public long[] lastTicks() {
    return found.ticks();
  }

  @Override
  public Optional<Instant> storeTime() {
    return Optional.of(storeTime);
  }

  @Override
  public List<Duration> otherClocks(Instant epoch, Duration tick) {
    return others.stream().flatMap(other -> other.clockOffset(epoch, tick).stream()).toList();
  }

  @Override
  public boolean extend(long[] lastTicks) {
    long[] ticks = requireLanes(lastTicks);
    Answer answer = access.grant(records -> write(records, ticks, false));
    storeTime = answer.storeTime();
    return answer.isHeld();
  }

  @Override
  public void release(long[] lastTicks) {
    long[] ticks = requireLanes(lastTicks);
    storeTime = access.release(records -> write(records, ticks, true)).storeTime();
  }

  private long[] requireLanes(long[] lastTicks) {
    if (lastTicks.length != request.lanes()) {
      throw new IllegalArgumentException(
          "lastTicks must have "
              + request.lanes()
              + " ticks, one per lane, but has "
              + lastTicks.length);
    }
    return lastTicks.clone();
  }

  private Answer write(WorkerRecords<X> records, long[] lastTicks, boolean released) throws X {
    Set<Long> fences = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = readOwn(records);
      WorkerRecord record = Objects.requireNonNull(snapshot.record(worker()));
      if (!held.recognise(record)) {
        return new Answer(false, snapshot.now());
      }
      WorkerRecord next = next(record, lastTicks, released, snapshot.nowMillis());
      if (records.update(next)) {
        return new Answer(released || held.recognise(next), snapshot.now());
      }
      fences.add(record.fence());
    }
    RecordedWorkers.requireCompetingWriter(worker(), fences, access);
    throw new WorkerSourceException(
        "record of worker "
            + worker()
            + " could not be written, because another process always wrote first ("
            + access
            + "); find that process");
  }

  private WorkerRecord next(WorkerRecord record, long[] lastTicks, boolean released, long now) {
    return released
        ? record.with(lastTicks, "", WorkerRecord.RELEASED, now)
        : record.with(
            lastTicks, held.nextStamp(), WorkerRecord.expiry(now, request.horizon()), now);
  }

  /**
   * Reads the lease's record. A missing record was deleted if the namespace record is visible;
   * otherwise it may only be hidden.
   */
  private NamespaceSnapshot readOwn(WorkerRecords<X> records) throws X {
    NamespaceSnapshot first = records.read(worker());
    if (first.record(worker()) != null) {
      return first;
    }
    if (records.read(NamespaceSnapshot.NAMESPACE).namespaceRecord() == null) {
      throw hidden();
    }
    NamespaceSnapshot second = records.read(worker()); // both may have become visible again
    if (second.record(worker()) == null) {
      throw deleted();
    }
    return second;
  }

  private WorkerRecordHiddenException hidden() {
    return new WorkerRecordHiddenException(
        "worker record and namespace record cannot be seen: "
            + where()
            + "; let the application's database user read them again. If they were deleted, "
            + access.afterLoss());
  }

  private WorkerRecordLostException deleted() {
    return new WorkerRecordLostException(
        "worker record was deleted: " + where() + "; " + access.afterLoss());
  }

  private String where() {
    return "worker=" + worker() + ", " + access;
  }
}
