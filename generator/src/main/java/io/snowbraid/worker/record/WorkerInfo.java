package io.snowbraid.worker.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The record of one worker, for people. */
public final class WorkerInfo {

  private final WorkerRecord record;
  private final long now;

  private WorkerInfo(WorkerRecord record, long now) {
    this.record = record;
    this.now = now;
  }

  /**
   * Describes the workers of a namespace.
   *
   * @param snapshot its records
   * @return all workers that were ever held, in ascending order
   */
  public static List<WorkerInfo> of(NamespaceSnapshot snapshot) {
    return snapshot.workers().values().stream()
        .map(record -> new WorkerInfo(record, snapshot.now().toEpochMilli()))
        .toList();
  }

  /** {@return the worker} */
  public int worker() {
    return record.worker();
  }

  /** {@return who holds the worker, or held it last} */
  public String owner() {
    return record.owner();
  }

  /** {@return whether the worker is held} */
  public State state() {
    if (record.expiresAt() == WorkerRecord.RELEASED) {
      return State.RELEASED;
    }
    if (record.expiresAt() == WorkerRecord.RESERVED) {
      return record.isForPast() ? State.PAST : State.RESERVED;
    }
    return record.expiresAt() < now ? State.EXPIRED : State.HELD;
  }

  /** {@return the text form of the layout of its ids} */
  public String layout() {
    return record.layout();
  }

  /** {@return how often the record was written} */
  public long fence() {
    return record.fence();
  }

  /**
   * {@return for each lane the last tick on which an id may have been issued, -1 if none, and
   * {@link io.snowbraid.worker.LaneClaim#ALL_TICKS} if it is claimed for ids of the past}
   */
  public List<Long> lastTicks() {
    return record.lastTicks();
  }

  /**
   * {@return when its holder is or was presumed dead, by the store's clock; empty if that never
   * happens}
   */
  public Optional<Instant> expiresAt() {
    State state = state();
    return state == State.HELD || state == State.EXPIRED
        ? Optional.of(Instant.ofEpochMilli(record.expiresAt()))
        : Optional.empty();
  }

  /** {@return when its holder last wrote the record, by the store's clock} */
  public Instant seenAt() {
    return Instant.ofEpochMilli(record.seenAt());
  }

  /**
   * Estimates how far the clock of its holder is ahead of the store's.
   *
   * @param epoch the time of tick 0 in the layout
   * @param tick how long a tick is
   * @return the difference, negative if the holder's clock is behind, and in a burst too high by
   *     {@code maxLead} at most; empty if nobody holds the worker, or not for long enough
   */
  public Optional<Duration> clockOffset(Instant epoch, Duration tick) {
    return record.isGranted(now) ? record.clockOffset(epoch, tick) : Optional.empty();
  }

  @Override
  public String toString() {
    return "WorkerInfo[" + state() + ", " + record + "]";
  }

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
}
