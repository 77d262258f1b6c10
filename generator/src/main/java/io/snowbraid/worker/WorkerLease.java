package io.snowbraid.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A lease: the right of one holder to a worker, until it is released or another holder acquires the
 * worker.
 *
 * <p>Ticks count from the layout's epoch. In arrays of ticks the index is the lane: the rollback
 * number times the timelines of the layout, plus the timeline.
 *
 * <p>A generator makes one call at a time, from any thread.
 */
public interface WorkerLease {

  /**
   * Returns the number of the worker.
   *
   * @return the worker, from 0 to {@link WorkerRequest#workers()} - 1
   */
  int worker();

  /**
   * Returns what earlier holders were granted.
   *
   * @return for each lane the last tick on which an id may have been issued when this lease was
   *     acquired, -1 if there is none
   */
  long[] lastTicks();

  /**
   * Records a grant: how far ids may be issued. When this returns true, the record is durable: it
   * survives a crash of everything but the disk.
   *
   * @param lastTicks for each lane the last tick on which an id may be issued before the next
   *     write, or was issued if the lane is no longer used; a tick may be lower than in the
   *     previous write
   * @return false if another holder has acquired the worker: nothing was recorded, and nothing will
   *     be
   * @throws WorkerRecordLostException if the record was deleted, or reset to an earlier state
   * @throws WorkerRecordHiddenException if the record cannot be seen, but may still be there
   * @throws WorkerSourceException if the store did not answer, or not in time. It may or may not
   *     have recorded the ticks, or may still do so until it answers the next call, but not later
   */
  boolean extend(long[] lastTicks);

  /**
   * Records the last ticks and releases the worker. Has no effect if another holder has acquired
   * the worker.
   *
   * @param lastTicks for each lane the last tick on which an id was issued
   * @throws WorkerSourceException for the same reasons as {@link #extend}
   */
  void release(long[] lastTicks);

  /**
   * Returns the time of the store, with which the holder's clock is compared. Ids stay unique
   * whatever it shows.
   *
   * @return what the store's clock showed when the store last answered a call of this lease; empty
   *     if it has none
   */
  default Optional<Instant> storeTime() {
    return Optional.empty();
  }

  /**
   * Returns how far the clocks of other holders are ahead of the store's, as their grants say.
   *
   * @param epoch the time of tick 0
   * @param tick how long a tick is
   * @return one difference for each holder of the namespace that was presumed alive when this lease
   *     was acquired, negative if its clock is behind; empty if the store does not tell
   */
  default List<Duration> otherClocks(Instant epoch, Duration tick) {
    return List.of();
  }

  /**
   * Returns what the source noticed when the worker was acquired and an operator should look at,
   * such as a damaged record of another worker.
   *
   * @return one sentence each; empty if all is well
   */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Returns how often the holder has to check its record. For stores that can be deleted under a
   * running process, such as a directory.
   *
   * @return how long after its last call the holder calls {@link #isHeld}, by the steady clock;
   *     empty if only the grant limits ids
   */
  default Optional<Duration> recheckAfter() {
    return Optional.empty();
  }

  /**
   * Checks whether the record is still there and this holder's own, as often as {@link
   * #recheckAfter} says.
   *
   * @return false if another holder has acquired the worker
   * @throws WorkerRecordLostException if the record is missing
   * @throws WorkerSourceException if the store did not answer, which takes nothing away
   */
  default boolean isHeld() {
    return true;
  }
}
