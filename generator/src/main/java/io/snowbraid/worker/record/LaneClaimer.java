package io.snowbraid.worker.record;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.LeaseStamps;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Claims a lane for ids of the past; starts again if another process was faster.
 *
 * <p>A claim is one conditional write that turns a lane without any grant into a claimed one, in
 * the record of a worker that no generator ever held. So each lane is claimed at most once. Only
 * the answer to that write makes a claim: one that got lost is never looked for again.
 */
final class LaneClaimer<X extends Exception> {

  /** In each round one process succeeds, so a large number of processes still needs far fewer. */
  private static final int ROUNDS = 1_000;

  private final CheckedNamespace<X> namespace;
  private final WorkerRequest request;
  private final WorkerShare share;
  private final RecordAccess<X> access;
  private final LeaseStamps stamps = new LeaseStamps();

  LaneClaimer(
      CheckedNamespace<X> namespace,
      WorkerRequest request,
      WorkerShare share,
      RecordAccess<X> access) {
    this.namespace = namespace;
    this.request = request;
    this.share = share;
    this.access = access;
  }

  LaneClaim run() throws X {
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = namespace.read();
      WorkerRecord record =
          reserved(snapshot).or(() -> neverHeld(snapshot)).orElseThrow(this::none);
      LaneClaim claim = claim(record, snapshot);
      if (claim != null) {
        return claim;
      }
    }
    throw new WorkerSourceException(
        "no lane could be claimed within "
            + ROUNDS
            + " rounds, because others were always faster: "
            + access
            + "; try again");
  }

  /** Claims a lane of a worker; returns null if another process wrote first. */
  private @Nullable LaneClaim claim(WorkerRecord record, NamespaceSnapshot snapshot) throws X {
    int lane = record.unclaimedLane();
    WorkerRecord mine = record.claimed(lane, stamps.next(), snapshot.nowMillis());
    return namespace.write(snapshot, mine) ? new LaneClaim(record.worker(), lane) : null;
  }

  /** Returns a worker that is reserved for ids of the past and has a lane left. */
  private Optional<WorkerRecord> reserved(NamespaceSnapshot snapshot) {
    return snapshot.workers().headMap(request.workers()).values().stream()
        .filter(record -> record.isForPast() && record.unclaimedLane() >= 0)
        .filter(record -> isUsable(record.worker()))
        .findFirst();
  }

  /** Returns the highest worker without a record, because generators take the lowest. */
  private Optional<WorkerRecord> neverHeld(NamespaceSnapshot snapshot) {
    int last = share.size(request.workers()) - 1;
    return IntStream.rangeClosed(0, last)
        .map(index -> share.get(last - index))
        .filter(worker -> snapshot.record(worker) == null && isUsable(worker))
        .mapToObj(worker -> WorkerRecord.unheld(worker, request.layout(), request.lanes()))
        .findFirst();
  }

  private boolean isUsable(int worker) {
    return share.contains(worker) && !request.excluded().contains(worker);
  }

  private WorkerSourceException none() {
    return new WorkerSourceException(
        "no worker is left that was never held: workers="
            + request.workers()
            + ", share="
            + share
            + ", excluded="
            + request.excluded()
            + ", "
            + access
            + "; use a namespace or a share with such a worker, or a layout with more workers");
  }
}
