package io.snowbraid.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One holder's right to a worker, until the holder releases it or another holder acquires the
 * worker.
 *
 * <p>Ticks count from the layout's epoch. Arrays of ticks are indexed by lane: rollback number ×
 * timelines per rollback number + timeline.
 *
 * <p>A generator makes one call at a time, from any thread.
 */
public interface WorkerLease {

  /** {@return the worker, from 0 to {@link WorkerRequest#workers()} - 1} */
  int worker();

  /**
   * {@return for each lane, the last tick on which an earlier holder may have issued an id; -1 if
   * there is none}
   */
  long[] lastTicks();

  /**
   * Records a grant. When this method returns true, the grant is durable: it survives any crash
   * except the loss of the disk.
   *
   * @param lastTicks for each lane, the last tick on which ids may be issued before the next write
   *     or, for a lane no longer in use, were issued. A tick may be lower than in the previous
   *     write
   * @return false if another holder has acquired the worker; then neither this nor any later call
   *     records anything
   * @throws WorkerRecordLostException if the record was deleted, or reset to an earlier state
   * @throws WorkerRecordHiddenException if the record cannot be read, but may still exist
   * @throws WorkerSourceException if the store did not answer in time. The write may have happened,
   *     or may still happen until the store answers the next call, but not later
   */
  boolean extend(long[] lastTicks);

  /**
   * Records the last ticks and releases the worker, unless another holder has acquired it.
   *
   * @param lastTicks for each lane, the last tick on which an id was issued
   * @throws WorkerSourceException for the same reasons as {@link #extend}
   */
  void release(long[] lastTicks);

  /**
   * {@return the reading of the store's clock when the store last answered a call of this lease;
   * empty if the store has no clock} The holder's clock is compared with it; uniqueness does not
   * depend on it.
   */
  default Optional<Instant> storeTime() {
    return Optional.empty();
  }

  /**
   * Estimates from the grants of other holders how far their clocks are ahead of the store's.
   *
   * @param epoch the time of tick 0
   * @param tick the length of a tick
   * @return one difference for each other holder in the namespace that was presumed alive when this
   *     lease was acquired, negative if its clock is behind; empty if unknown
   */
  default List<Duration> otherClocks(Instant epoch, Duration tick) {
    return List.of();
  }

  /**
   * {@return warnings for the operator from acquiring the worker, one sentence each, such as
   * another worker's damaged record}
   */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * {@return how long after its last call, by the monotonic clock, the holder must call {@link
   * #isHeld}; empty unless the store can be deleted under a running process, like a directory}
   */
  default Optional<Duration> recheckAfter() {
    return Optional.empty();
  }

  /**
   * Checks whether the record still exists and belongs to this holder.
   *
   * @return false if another holder has acquired the worker
   * @throws WorkerRecordLostException if the record is missing
   * @throws WorkerSourceException if the store did not answer; the lease remains valid
   */
  default boolean isHeld() {
    return true;
  }
}
