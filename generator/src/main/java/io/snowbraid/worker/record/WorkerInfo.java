package io.snowbraid.worker.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A worker's record, for people. */
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

  /** {@return the worker's present or last owner} */
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

  /** {@return the text form of the layout} */
  public String layout() {
    return record.layout();
  }

  /** {@return the number of writes of the record} */
  public long fence() {
    return record.fence();
  }

  /**
   * {@return for each lane, the last tick on which an id may have been issued; -1 if none, and
   * {@link io.snowbraid.worker.LaneClaim#ALL_TICKS} if the lane is claimed for past ids}
   */
  public List<Long> lastTicks() {
    return record.lastTicks();
  }

  /**
   * {@return when the holder is presumed dead, by the store's clock; empty unless the worker is
   * held or expired}
   */
  public Optional<Instant> expiresAt() {
    State state = state();
    return state == State.HELD || state == State.EXPIRED
        ? Optional.of(Instant.ofEpochMilli(record.expiresAt()))
        : Optional.empty();
  }

  /** {@return when the record was last written, by the store's clock} */
  public Instant seenAt() {
    return Instant.ofEpochMilli(record.seenAt());
  }

  /**
   * Estimates how far the holder's clock is ahead of the store's.
   *
   * @param epoch the time of tick 0 in the layout
   * @param tick the length of a tick
   * @return the difference, negative if the holder's clock is behind; during a burst it may be too
   *     high by up to {@code maxLead}. Empty if the worker is not held, or has no grant yet
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
    /** Its holder recorded a grant recently. */
    HELD,
    /** Its holder has recorded nothing for a horizon, and is presumed dead. */
    EXPIRED,
    /** Its holder released it. */
    RELEASED,
    /** Never leased, because SQL functions issue its ids. */
    RESERVED,
    /** Never leased, because past ids and blocks use its lanes. */
    PAST
  }
}
