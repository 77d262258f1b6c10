package io.snowbraid.worker.record;

import io.snowbraid.worker.HolderGrant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The record of one worker, for people.
 *
 * @param worker the worker
 * @param owner who holds the worker, or held it last
 * @param state whether the worker is held
 * @param layout the text form of the layout of its ids
 * @param fence how often the record was written
 * @param lastTicks for each lane the last tick on which an id may have been issued, -1 if none, and
 *     {@link io.snowbraid.worker.LaneClaim#ALL_TICKS} if it is claimed for ids of the past
 * @param expiresAt when its holder is or was presumed dead, by the store's clock; empty if that
 *     never happens
 * @param seenAt when its holder last wrote the record, by the store's clock
 * @param grant what its holder was granted; empty if nobody holds it, or not for long enough
 */
public record WorkerInfo(
    int worker,
    String owner,
    State state,
    String layout,
    long fence,
    List<Long> lastTicks,
    Optional<Instant> expiresAt,
    Instant seenAt,
    Optional<HolderGrant> grant) {

  /** Whether a worker is held. */
  public enum State {
    /** Its holder has recorded a grant recently. */
    HELD,
    /** Its holder has recorded nothing for a horizon, and is presumed dead. */
    EXPIRED,
    /** Its holder released it. */
    RELEASED,
    /** It is never leased to another holder, because SQL functions issue its ids. */
    RESERVED,
    /** It is never leased, because ids of the past and blocks have its lanes. */
    PAST
  }

  /**
   * Describes the workers of a namespace.
   *
   * @param snapshot its records
   * @return all workers that were ever held, in ascending order
   */
  public static List<WorkerInfo> of(NamespaceSnapshot snapshot) {
    return snapshot.workers().values().stream()
        .map(record -> of(record, snapshot.now().toEpochMilli()))
        .toList();
  }

  private static WorkerInfo of(WorkerRecord record, long now) {
    State state = state(record, now);
    boolean ends = state == State.HELD || state == State.EXPIRED;
    return new WorkerInfo(
        record.worker(),
        record.owner(),
        state,
        record.layout(),
        record.fence(),
        record.lastTicks(),
        ends ? Optional.of(Instant.ofEpochMilli(record.expiresAt())) : Optional.empty(),
        Instant.ofEpochMilli(record.seenAt()),
        record.grant(now));
  }

  private static State state(WorkerRecord record, long now) {
    if (record.expiresAt() == WorkerRecord.RELEASED) {
      return State.RELEASED;
    }
    if (record.expiresAt() == WorkerRecord.RESERVED) {
      return record.isForPast() ? State.PAST : State.RESERVED;
    }
    return record.expiresAt() < now ? State.EXPIRED : State.HELD;
  }
}
