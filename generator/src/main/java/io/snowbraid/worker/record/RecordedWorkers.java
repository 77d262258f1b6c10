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
 * Leases workers that are recorded in a store, whatever store it is.
 *
 * <p>A holder that has recorded nothing for a horizon, by the clock of the store, is presumed dead.
 * If that clock was ahead by more than a horizon when a record was written, its worker is leased
 * only if no other is free. Each write carries a stamp that no other write has, so that a holder
 * recognises its own record, also after a write without an answer; and each write expects the fence
 * that was read, so a late write is rejected.
 *
 * <p>A source is immutable: each {@code with...} method returns a changed copy. Safe for use by any
 * number of threads, if the records or the access are.
 *
 * @param <X> what the store throws if it fails
 */
public final class RecordedWorkers<X extends Exception> implements WorkerSource {

  /** What an operator has to do after records were lost, in all messages. */
  public static final String AFTER_LOSS =
      "stop all generators of the namespace and restore it (docs/promises.md, U3)";

  /** A live holder writes a few times a minute, so this many lost races do not happen. */
  private static final int RELEASE_ROUNDS = 100;

  private final RecordAccess<X> access;
  private final String namespace;
  private final WorkerShare share;

  /** Whether the namespace was seen; copies of the source share it. */
  private final AtomicBoolean isKnown;

  private RecordedWorkers(
      RecordAccess<X> access, String namespace, WorkerShare share, AtomicBoolean isKnown) {
    this.access = access;
    this.namespace = namespace;
    this.share = share;
    this.isKnown = isKnown;
  }

  /**
   * Creates a source of all workers of a store.
   *
   * @param <X> what the store throws if it fails
   * @param access reaches the records of the namespace
   * @param namespace its name
   * @return a source
   */
  public static <X extends Exception> RecordedWorkers<X> of(
      RecordAccess<X> access, String namespace) {
    return new RecordedWorkers<>(access, namespace, WorkerShare.ALL, new AtomicBoolean());
  }

  /**
   * Creates a source of all workers of a store whose calls are short and end by themselves: after a
   * failure, or after a limit of time. A call is made in the thread that needs it.
   *
   * @param <X> what the store throws if it fails
   * @param records the records of the namespace; their {@code toString} describes the store in
   *     messages
   * @param namespace its name
   * @return a source
   */
  public static <X extends Exception> RecordedWorkers<X> of(
      WorkerRecords<X> records, String namespace) {
    return of(new DirectAccess<>(records), namespace);
  }

  /**
   * Returns a source that leases only some workers, its share.
   *
   * @param ranges numbers or ranges, as {@link WorkerShare#parse} reads them
   * @return a changed copy
   * @throws IllegalArgumentException if the text is anything else
   */
  public RecordedWorkers<X> withWorkers(String ranges) {
    return withWorkers(WorkerShare.parse(ranges));
  }

  /**
   * Returns a source that leases only some workers.
   *
   * @param workers its share
   * @return a changed copy
   */
  public RecordedWorkers<X> withWorkers(WorkerShare workers) {
    return new RecordedWorkers<>(access, namespace, workers, isKnown);
  }

  /**
   * Creates a clone of a lease, as a snapshot of the memory does; for tests.
   *
   * @param lease a lease of such a source
   * @return a lease that nothing tells apart from the original until either writes
   * @throws ClassCastException if the lease is of another source
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
   * {@inheritDoc} A worker is reserved in a record like any other; workers with the highest numbers
   * come first, because generators take the lowest.
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
   * Releases the worker of an owner that no longer runs, so that it can be leased again at once. If
   * the holder is alive after all, it can finish its grant but not record another; nothing is
   * issued twice.
   *
   * @param worker the worker
   * @return false if nobody holds it
   * @throws IllegalArgumentException if the worker was never held, or is reserved permanently
   * @throws WorkerSourceException if the store fails
   */
  public boolean release(int worker) {
    Optional<WorkerRecord> before = access.call(records -> release(records, worker));
    return releasable(before, worker).expiresAt() != WorkerRecord.RELEASED;
  }

  /** Releases a worker if it is held; returns its record before that. */
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
    requireRace(worker, fences, access);
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
   * Fails if a store refused all writes of a record although nobody else wrote it.
   *
   * @param fences the fences that were found before the writes
   */
  static void requireRace(int worker, Set<Long> fences, RecordAccess<?> access) {
    if (fences.size() == 1) {
      throw ignored(worker, fences.iterator().next(), access);
    }
  }

  static WorkerSourceException ignored(int worker, long fence, RecordAccess<?> access) {
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
