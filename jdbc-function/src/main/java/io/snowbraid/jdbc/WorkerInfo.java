package io.snowbraid.jdbc;

import io.snowbraid.jdbc.workertable.NamespaceSnapshot;
import io.snowbraid.jdbc.workertable.WorkerRow;
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
 * @param lastTicks for each lane the last tick on which an id may have been issued, -1 if none
 * @param expiresAt when its holder is or was presumed dead, by the database's clock; empty if that
 *     never happens
 * @param seenAt when its holder last wrote the record, by the database's clock
 */
public record WorkerInfo(
    int worker,
    String owner,
    State state,
    String layout,
    long fence,
    List<Long> lastTicks,
    Optional<Instant> expiresAt,
    Instant seenAt) {

  /** Whether a worker is held. */
  public enum State {
    /** Its holder has recorded a grant recently. */
    HELD,
    /** Its holder has recorded nothing for a horizon, and is presumed dead. */
    EXPIRED,
    /** Its holder released it. */
    RELEASED,
    /** It is never leased to another holder. */
    RESERVED
  }

  static List<WorkerInfo> of(NamespaceSnapshot rows) {
    return rows.workers().values().stream().map(row -> of(row, rows.nowMillis())).toList();
  }

  private static WorkerInfo of(WorkerRow row, long now) {
    State state = state(row, now);
    boolean ends = state == State.HELD || state == State.EXPIRED;
    return new WorkerInfo(
        row.worker(),
        row.owner(),
        state,
        row.layout(),
        row.fence(),
        row.lastTicks(),
        ends ? Optional.of(Instant.ofEpochMilli(row.expiresAt())) : Optional.empty(),
        Instant.ofEpochMilli(row.seenAt()));
  }

  private static State state(WorkerRow row, long now) {
    if (row.expiresAt() == WorkerRow.RELEASED) {
      return State.RELEASED;
    }
    if (row.expiresAt() == WorkerRow.RESERVED) {
      return State.RESERVED;
    }
    return row.isFree(now) ? State.EXPIRED : State.HELD;
  }
}
