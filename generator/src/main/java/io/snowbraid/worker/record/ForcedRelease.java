package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerSourceException;
import java.util.HashSet;
import java.util.Set;

/** Releases workers of owners that no longer run. */
final class ForcedRelease {

  /** A live holder writes a few times a minute, so this many lost races do not happen. */
  private static final int ROUNDS = 100;

  private ForcedRelease() {}

  /** The result: whether a worker was held. */
  enum Outcome {
    RELEASED,
    NOT_HELD,
    NEVER_HELD,
    RESERVED,
    FOR_PAST
  }

  static <X extends Exception> Outcome release(
      WorkerRecords<X> records, int worker, RecordAccess<X> access) throws X {
    Set<Long> fences = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      NamespaceSnapshot snapshot = records.read(worker);
      WorkerRecord record = worker < 0 ? null : snapshot.record(worker);
      if (record == null) {
        return Outcome.NEVER_HELD;
      }
      if (record.expiresAt() == WorkerRecord.RESERVED) {
        return record.isForPast() ? Outcome.FOR_PAST : Outcome.RESERVED;
      }
      if (record.expiresAt() == WorkerRecord.RELEASED) {
        return Outcome.NOT_HELD;
      }
      if (records.update(record.released(snapshot.nowMillis()))) {
        return Outcome.RELEASED;
      }
      fences.add(record.fence());
    }
    CheckedNamespace.requireRace(worker, fences, access);
    throw new WorkerSourceException(
        "worker could not be released within "
            + ROUNDS
            + " rounds, because others always wrote first: worker="
            + worker
            + ", "
            + access
            + "; try again");
  }
}
