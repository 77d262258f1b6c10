package io.snowbraid.worker.record;

import io.snowbraid.worker.HolderGrant;
import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Holds a worker as long as its record carries a stamp of this lease.
 *
 * @param <X> what the store throws if it fails
 */
final class RecordedLease<X extends Exception> implements WorkerLease {

  /**
   * How often a write is tried. A write of this lease that was thought lost can intervene, each
   * only once.
   */
  private static final int ROUNDS = 10;

  private final RecordAccess<X> access;
  private final WorkerRequest request;
  private final WorkerRecord found;
  private final LeaseRecordState held;
  private final List<HolderGrant> others;
  private volatile Instant storeTime;

  /** The store's answer to a write, and its time, by its own clock. */
  private record Answer(boolean isHeld, Instant storeTime) {}

  RecordedLease(
      RecordAccess<X> access,
      WorkerRequest request,
      WorkerRecord found,
      LeaseRecordState held,
      List<HolderGrant> others,
      Instant storeTime) {
    this.access = access;
    this.request = request;
    this.found = found;
    this.held = held;
    this.others = others;
    this.storeTime = storeTime;
  }

  /** Creates a clone whose stamps are copied by the given function. */
  RecordedLease<X> copy(UnaryOperator<LeaseStamps> copier) {
    return new RecordedLease<>(access, request, found, held.copy(copier), others, storeTime);
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
  public List<HolderGrant> otherHolders() {
    return others;
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
          "lastTicks must have one tick for each lane: lanes="
              + request.lanes()
              + ", lastTicks="
              + lastTicks.length);
    }
    return lastTicks.clone();
  }

  private Answer write(WorkerRecords<X> records, long[] lastTicks, boolean released) throws X {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = records.read(worker());
      WorkerRecord record = requireRecord(snapshot);
      if (!held.recognise(record)) {
        return new Answer(false, snapshot.now());
      }
      WorkerRecord next = next(record, lastTicks, released, snapshot.nowMillis());
      if (records.update(next)) {
        return new Answer(released || held.recognise(next), snapshot.now());
      }
    }
    throw new WorkerSourceException(
        "worker record could not be written, because another process always wrote first: worker="
            + worker()
            + ", "
            + access
            + "; find out which process does");
  }

  private WorkerRecord next(WorkerRecord record, long[] lastTicks, boolean released, long now) {
    return released
        ? record.with(lastTicks, "", WorkerRecord.RELEASED, now)
        : record.with(lastTicks, held.nextStamp(), WorkerRecord.until(now, request.horizon()), now);
  }

  private WorkerRecord requireRecord(NamespaceSnapshot snapshot) {
    WorkerRecord record = snapshot.record(worker());
    if (record == null) {
      throw deleted();
    }
    return record;
  }

  private WorkerRecordLostException deleted() {
    return new WorkerRecordLostException(
        "worker record was deleted, and with it the record of what was issued: worker="
            + worker()
            + ", records found=0, "
            + access
            + "; stop all generators of the namespace and use a new one");
  }
}
