package io.snowbraid.worker.record;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Acquires a worker for one lease, or claims ticks for past ids or a block, and starts again if
 * another process was faster. Creates and checks the namespace. Detects stores that hide records or
 * ignore writes.
 *
 * <p>A claim is one conditional write that raises a lane's last claimed tick in the record of a
 * worker that no generator has ever held, so each tick is claimed at most once. Only the store's
 * answer to this write makes a claim: after a lost reply, the ticks stay unused.
 */
final class WorkerAcquisition<X extends Exception> {

  /** In each round, one process succeeds, so even a large number of processes needs far fewer. */
  private static final int ROUNDS = 1_000;

  /** The number of unexplained rejected writes to tolerate; stores may have internal conflicts. */
  private static final int REFUSALS = 20;

  private final WorkerRecords<X> records;
  private final RecordAccess<X> access;
  private final WorkerRequest request;
  private final WorkerShare share;
  private final AtomicBoolean isKnown;
  private final LeaseStamps stamps = new LeaseStamps();
  private int refusals;

  /**
   * Begins an attempt.
   *
   * @param isKnown whether the source has seen the namespace. If so, a missing namespace is not
   *     created again, because its records of issued ids are lost
   */
  WorkerAcquisition(
      WorkerRecords<X> records,
      RecordAccess<X> access,
      WorkerRequest request,
      WorkerShare share,
      AtomicBoolean isKnown) {
    this.records = records;
    this.access = access;
    this.request = request;
    this.share = share;
    this.isKnown = isKnown;
  }

  /** Acquires a worker. */
  WorkerLease lease() throws X {
    LeaseRecordState held = new LeaseRecordState(access, stamps, 0);
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = read();
      WorkerRecord best = best(snapshot, round < 2);
      if (take(snapshot, best, held)) {
        return new RecordedLease<>(access, request, best, held, snapshot);
      }
    }
    throw retriesExhausted("no worker could be leased");
  }

  /** Claims ticks among the lanes of reserved workers, otherwise of one that was never held. */
  LaneClaim claim(LaneClaim.Choice choice) throws X {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = read();
      LaneClaim claim =
          choice
              .of(reserved(snapshot))
              .or(() -> choice.of(lastNeverHeld(snapshot)))
              .orElseThrow(this::noUnusedWorker);
      if (claim(claim, snapshot)) {
        return claim;
      }
    }
    throw retriesExhausted("no lane could be claimed");
  }

  private WorkerSourceException retriesExhausted(String what) {
    return new WorkerSourceException(
        what
            + " within "
            + ROUNDS
            + " attempts, because other processes were always faster ("
            + access
            + "); retry");
  }

  private boolean take(NamespaceSnapshot snapshot, WorkerRecord free, LeaseRecordState held)
      throws X {
    long now = snapshot.nowMillis();
    long expiry = WorkerRecord.expiry(now, request.horizon());
    WorkerRecord mine = free.heldBy(request.owner(), held.nextStamp(), expiry, now);
    return write(snapshot, mine) && held.recognise(mine);
  }

  /**
   * Returns the worker to try. After the early rounds, it is a random one of the best, so that many
   * processes do not compete for one worker.
   */
  private WorkerRecord best(NamespaceSnapshot snapshot, boolean isEarlyRound) {
    List<WorkerRecord> free = free(snapshot, isEarlyRound);
    if (free.isEmpty()) {
      return leastRecentlyWritten(snapshot).orElseThrow(() -> allHeld(snapshot));
    }
    int bestRank = free.stream().mapToInt(this::rank).min().getAsInt();
    List<WorkerRecord> best = free.stream().filter(record -> rank(record) == bestRank).toList();
    return best.get(isEarlyRound ? 0 : ThreadLocalRandom.current().nextInt(best.size()));
  }

  /**
   * Returns the free workers: all those held before, but only one of the others, because a layout
   * may have millions.
   */
  private List<WorkerRecord> free(NamespaceSnapshot snapshot, boolean isEarlyRound) {
    List<WorkerRecord> free =
        new ArrayList<>(
            usable(snapshot).filter(record -> record.isFree(snapshot.nowMillis())).toList());
    int neverHeld = neverHeld(snapshot);
    requireSpare(free.size() + neverHeld);
    if (neverHeld > 0) {
      free.add(
          WorkerRecord.unheld(
              firstNeverHeld(snapshot, isEarlyRound), request.layout(), request.lanes()));
    }
    return free;
  }

  /** Returns the number of usable workers without a record. */
  private int neverHeld(NamespaceSnapshot snapshot) {
    int size = share.size(request.workers());
    long excluded =
        request.excluded().stream()
            .filter(worker -> worker >= 0 && worker < request.workers() && share.contains(worker))
            .filter(worker -> snapshot.record(worker) == null)
            .count();
    return size - (int) (known(snapshot).count() + excluded);
  }

  private int firstNeverHeld(NamespaceSnapshot snapshot, boolean isEarlyRound) {
    int size = share.size(request.workers());
    int index = isEarlyRound ? 0 : ThreadLocalRandom.current().nextInt(size);
    while (snapshot.record(share.get(index)) != null
        || request.excluded().contains(share.get(index))) {
      index = (index + 1) % size;
    }
    return share.get(index);
  }

  private void requireSpare(int available) {
    if (request.spare() > 0 && available <= request.spare()) {
      throw new WorkersHeldException(
          "too few workers are free: spare="
              + request.spare()
              + ", free="
              + available
              + ", "
              + access
              + "; close generators");
    }
  }

  /**
   * Returns the worker whose record is oldest among those written in the future. If the store's
   * clock was briefly ahead, dead holders keep their workers until it catches up, and perhaps none
   * is free. Just after a step back, records of live holders look the same until their next write,
   * but they are younger. Acquiring any worker is safe.
   */
  private Optional<WorkerRecord> leastRecentlyWritten(NamespaceSnapshot snapshot) {
    return usable(snapshot)
        .filter(record -> record.isSeenInFuture(snapshot.nowMillis()))
        .min(Comparator.comparing(WorkerRecord::seenAt));
  }

  /** Returns the records of workers that belong to the layout and to the source's share. */
  private Stream<WorkerRecord> known(NamespaceSnapshot snapshot) {
    return snapshot.workers().headMap(request.workers()).values().stream()
        .filter(record -> share.contains(record.worker()));
  }

  private Stream<WorkerRecord> usable(NamespaceSnapshot snapshot) {
    return known(snapshot).filter(record -> !request.excluded().contains(record.worker()));
  }

  /** Returns the rank of a worker; lower is better. */
  private int rank(WorkerRecord record) {
    boolean isNew = record.fence() == 0;
    boolean isOwn = !isNew && record.owner().equals(WorkerRecord.truncated(request.owner()));
    boolean isReleased = record.expiresAt() == WorkerRecord.RELEASED;
    int rank = isOwn ? 0 : isNew ? 2 : isReleased ? 1 : 3;
    return request.canIssueNow(record.ticks()) ? rank : rank + 4;
  }

  private WorkersHeldException allHeld(NamespaceSnapshot snapshot) {
    String first =
        usable(snapshot)
            .map(WorkerRecord::expiresAt)
            .filter(time -> time != WorkerRecord.RESERVED)
            .min(Comparator.naturalOrder())
            .map(time -> "the first expires at " + Instant.ofEpochMilli(time))
            .orElse("all are reserved permanently, or fixed numbers of this process");
    return new WorkersHeldException(
        "no worker is free: all "
            + share.size(request.workers())
            + " of "
            + access
            + " are held, "
            + first
            + " (store time "
            + snapshot.now()
            + "); wait, or close generators");
  }

  /** Records a claim; returns false if another process wrote first. */
  private boolean claim(LaneClaim claim, NamespaceSnapshot snapshot) throws X {
    WorkerRecord found = snapshot.record(claim.worker());
    WorkerRecord before =
        found == null
            ? WorkerRecord.unheld(claim.worker(), request.layout(), request.lanes())
            : found;
    return write(snapshot, before.claimed(claim, stamps.next(), snapshot.nowMillis()));
  }

  /** Returns the lanes of the workers reserved for past ids and blocks. */
  private SortedMap<Integer, List<Long>> reserved(NamespaceSnapshot snapshot) {
    SortedMap<Integer, List<Long>> lanes = new TreeMap<>();
    usable(snapshot)
        .filter(WorkerRecord::isForPast)
        .forEach(record -> lanes.put(record.worker(), record.lastTicks()));
    return lanes;
  }

  /**
   * Returns the lanes of the highest worker without a record, because generators start with the
   * lowest; empty if there is no such worker.
   */
  private SortedMap<Integer, List<Long>> lastNeverHeld(NamespaceSnapshot snapshot) {
    int last = share.size(request.workers()) - 1;
    SortedMap<Integer, List<Long>> lanes = new TreeMap<>();
    IntStream.rangeClosed(0, last)
        .map(index -> share.get(last - index))
        .filter(worker -> snapshot.record(worker) == null)
        .filter(worker -> !request.excluded().contains(worker))
        .limit(1)
        .forEach(worker -> lanes.put(worker, Collections.nCopies(request.lanes(), -1L)));
    return lanes;
  }

  private WorkerSourceException noUnusedWorker() {
    return new WorkerSourceException(
        "no unused worker is left: workers="
            + request.workers()
            + ", share="
            + share
            + ", excluded="
            + request.excluded()
            + ", "
            + access
            + "; use a namespace or share with an unused worker, or a layout with more workers");
  }

  /**
   * Reads all records of the namespace, including its own.
   *
   * @throws WorkerSourceException if they do not match the requested layout
   */
  private NamespaceSnapshot read() throws X {
    NamespaceSnapshot snapshot = records.read();
    for (int round = 0; snapshot.namespaceRecord() == null && round < REFUSALS; round++) {
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(round)); // until the other process commits
      create();
      snapshot = records.read();
    }
    WorkerRecord own = snapshot.namespaceRecord();
    if (own == null) {
      throw new WorkerRecordHiddenException(
          "namespace record was written but cannot be read ("
              + access
              + "); let the application's database user read its own writes at once");
    }
    isKnown.set(true);
    requireLayout(own);
    snapshot.workers().values().forEach(this::requireLanes);
    return snapshot;
  }

  /**
   * Creates the namespace unless it was seen before or another process creates it. Some stores
   * reject a row that another process is inserting, before that row can be read here. In others, a
   * query during inserts may miss an existing row, so a missing row is read again by its key.
   */
  private void create() throws X {
    if (isKnown.get()) {
      if (records.read(NamespaceSnapshot.NAMESPACE).namespaceRecord() != null) {
        return;
      }
      throw new WorkerRecordHiddenException(
          "namespace record can no longer be seen ("
              + access
              + "); let the application's database user read it again. If it was deleted, "
              + access.afterLoss());
    }
    records.insert(
        WorkerRecord.unheld(NamespaceSnapshot.NAMESPACE, request.layout(), request.lanes()));
  }

  private void requireLayout(WorkerRecord namespaceRecord) {
    if (!namespaceRecord.layout().equals(request.layout())) {
      throw new WorkerSourceException(
          "namespace has a different layout: "
              + access
              + ", its layout="
              + namespaceRecord.layout()
              + ", configured layout="
              + request.layout()
              + "; set the namespace's layout, or use another namespace for new tables",
          new IllegalArgumentException("layout=" + request.layout()));
    }
  }

  private void requireLanes(WorkerRecord record) {
    if (record.lastTicks().size() != request.lanes()) {
      throw new WorkerSourceException(
          "record of worker "
              + record.worker()
              + " must have "
              + request.lanes()
              + " ticks, one per lane, but has "
              + record.lastTicks().size()
              + " ("
              + access
              + "); restore the record");
    }
  }

  /**
   * Writes a worker's first or next record.
   *
   * @param snapshot the records read before
   * @return false if another process was faster
   */
  private boolean write(NamespaceSnapshot snapshot, WorkerRecord next) throws X {
    boolean isNew = snapshot.record(next.worker()) == null;
    if (isNew ? records.insert(next) : records.update(next)) {
      return true;
    }
    WorkerRecord present = records.read(next.worker()).record(next.worker());
    if ((present == null || present.fence() < next.fence()) && ++refusals == REFUSALS) {
      throw present == null
          ? hidden(next)
          : RecordedWorkers.writesIgnored(next.worker(), next.fence() - 1, access);
    }
    return false;
  }

  private WorkerRecordHiddenException hidden(WorkerRecord next) {
    return new WorkerRecordHiddenException(
        "record of worker "
            + next.worker()
            + " exists but cannot be read ("
            + access
            + "); let the application's database user read all records of the namespace");
  }
}
