package io.snowbraid.worker.record;

import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Leases workers that are recorded in any kind of store.
 *
 * <p>A holder that has recorded nothing for a horizon, by the store's clock, is presumed dead. If
 * that clock has stepped back by more than a horizon since a record was written, the worker is
 * leased only if no other is free. Each write carries a unique stamp, so a holder recognises its
 * own record even after a lost reply. Each write also expects the fence that was read, so a late
 * write is rejected.
 *
 * <p>Immutable: each {@code with...} method returns a changed copy. Thread-safe if the records or
 * the access are.
 *
 * @param <X> thrown if the store fails
 */
public final class RecordedWorkers<X extends Exception> implements WorkerSource {

  /** The operator's remedy after records were lost, used in all messages. */
  public static final String AFTER_LOSS =
      "stop all generators of the namespace and restore it (docs/promises.md, U3)";

  /** Enough, because a live holder writes only a few times a minute. */
  private static final int RELEASE_ROUNDS = 100;

  private final RecordAccess<X> access;
  private final String namespace;
  private final WorkerShare share;

  /** Whether the namespace has been seen; shared by copies of the source. */
  private final AtomicBoolean isKnown;

  private RecordedWorkers(
      RecordAccess<X> access, String namespace, WorkerShare share, AtomicBoolean isKnown) {
    this.access = access;
    this.namespace = namespace;
    this.share = share;
    this.isKnown = isKnown;
  }

  /**
   * Creates a source of all workers in a store.
   *
   * @param <X> thrown if the store fails
   * @param access gives access to the records of the namespace
   * @param namespace the name of the namespace
   * @return a source
   */
  public static <X extends Exception> RecordedWorkers<X> of(
      RecordAccess<X> access, String namespace) {
    return new RecordedWorkers<>(access, namespace, WorkerShare.ALL, new AtomicBoolean());
  }

  /**
   * Creates a source of all workers in a store whose calls are short, and fail by themselves after
   * a time limit. Calls run in the caller's thread.
   *
   * @param <X> thrown if the store fails
   * @param records the records of the namespace; their {@code toString} describes the store in
   *     messages
   * @param namespace the name of the namespace
   * @return a source
   */
  public static <X extends Exception> RecordedWorkers<X> of(
      WorkerRecords<X> records, String namespace) {
    return of(new DirectAccess<>(records), namespace);
  }

  /**
   * Returns a source that leases only some workers.
   *
   * @param ranges the share, in the form that {@link WorkerShare#parse} reads
   * @return a changed copy
   * @throws IllegalArgumentException if the text is malformed
   */
  public RecordedWorkers<X> withWorkers(String ranges) {
    return withWorkers(WorkerShare.parse(ranges));
  }

  /**
   * Returns a source that leases only some workers.
   *
   * @param workers the share
   * @return a changed copy
   */
  public RecordedWorkers<X> withWorkers(WorkerShare workers) {
    return new RecordedWorkers<>(access, namespace, workers, isKnown);
  }

  /**
   * Creates a clone of a lease, like a memory snapshot; for tests.
   *
   * @param lease a lease from such a source
   * @return a lease indistinguishable from the original until either writes
   * @throws ClassCastException if the lease is from another kind of source
   */
  public static WorkerLease copy(WorkerLease lease) {
    return ((RecordedLease<?>) lease).copy();
  }

  @Override
  public String namespace() {
    return namespace;
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    share.requireIn(request);
    return access.call(records -> acquisition(records, request).lease());
  }

  /**
   * {@inheritDoc} Of the workers that were never held, the highest is reserved first, because
   * generators start with the lowest.
   */
  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    share.requireIn(request);
    return access.call(records -> acquisition(records, request).claim(choice));
  }

  @Override
  public BlockNames blockNames() {
    return new RecordedNames<>(access);
  }

  private WorkerAcquisition<X> acquisition(WorkerRecords<X> records, WorkerRequest request) {
    return new WorkerAcquisition<>(records, access, request, share, isKnown);
  }

  /**
   * Releases the worker of an owner that no longer runs, for immediate reuse. A holder that is
   * still alive can finish its grant but not extend it, so no id is issued twice.
   *
   * @param worker the worker
   * @return false if the worker is not held
   * @throws IllegalArgumentException if the worker was never held, or is permanently reserved
   * @throws WorkerSourceException if the store fails
   */
  public boolean release(int worker) {
    Optional<WorkerRecord> before = access.call(records -> release(records, worker));
    return releasable(before, worker).expiresAt() != WorkerRecord.RELEASED;
  }

  /** Releases a worker if it is held; returns its previous record. */
  private Optional<WorkerRecord> release(WorkerRecords<X> records, int worker) throws X {
    Set<Long> fences = new HashSet<>();
    for (int round = 0; round < RELEASE_ROUNDS; round++) {
      NamespaceSnapshot snapshot = records.read(worker);
      WorkerRecord record = worker < 0 ? null : snapshot.record(worker);
      if (record == null
          || isUnheld(record)
          || records.update(record.released(snapshot.nowMillis()))) {
        return Optional.ofNullable(record);
      }
      fences.add(record.fence());
    }
    requireCompetingWriter(worker, fences, access);
    throw new WorkerSourceException(
        "worker "
            + worker
            + " could not be released within "
            + RELEASE_ROUNDS
            + " attempts, because other processes always wrote first ("
            + access
            + "); retry");
  }

  /**
   * Fails if a store rejected every write of a record although no other process wrote it.
   *
   * @param fences the fences read before the writes
   */
  static void requireCompetingWriter(int worker, Set<Long> fences, RecordAccess<?> access) {
    if (fences.size() == 1) {
      throw writesIgnored(worker, fences.iterator().next(), access);
    }
  }

  static WorkerSourceException writesIgnored(int worker, long fence, RecordAccess<?> access) {
    return new WorkerSourceException(
        "worker record could not be written, although no other process wrote it: worker="
            + worker
            + ", fence="
            + fence
            + ", "
            + access
            + "; check for a trigger or policy that ignores writes");
  }

  private static boolean isUnheld(WorkerRecord record) {
    return record.expiresAt() == WorkerRecord.RESERVED
        || record.expiresAt() == WorkerRecord.RELEASED;
  }

  private WorkerRecord releasable(Optional<WorkerRecord> before, int worker) {
    WorkerRecord record =
        before.orElseThrow(
            () -> notReleased("worker was never held", worker, "see which workers the store has"));
    if (record.expiresAt() != WorkerRecord.RESERVED) {
      return record;
    }
    throw record.isForPast()
        ? notReleased(
            "worker is reserved for ids of the past and for blocks",
            worker,
            "leave it reserved, because its issued ids are unknown")
        : notReleased(
            "worker is reserved permanently",
            worker,
            "uninstall the SQL functions that issue its ids, unless they are those of the database"
                + " of which this one is a copy");
  }

  private IllegalArgumentException notReleased(String what, int worker, String remedy) {
    return new IllegalArgumentException(
        what + ": worker=" + worker + ", " + access + "; " + remedy);
  }

  @Override
  public String toString() {
    return access.toString();
  }
}
