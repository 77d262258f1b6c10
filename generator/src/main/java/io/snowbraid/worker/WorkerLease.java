package io.snowbraid.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The right of one holder to a worker. It lasts until it is released or another acquires the
 * worker.
 *
 * <p>Ticks count from the layout's epoch. In arrays of ticks the index is the lane: the rollback
 * number times the timelines of the layout, plus the timeline. A generator calls the methods one
 * after the other, from any thread.
 */
public interface WorkerLease {

  /**
   * Tells which worker it is.
   *
   * @return the worker, from 0 to {@link WorkerRequest#workers()} - 1
   */
  int worker();

  /**
   * Tells what earlier holders were granted.
   *
   * @return for each lane the last tick on which an id may have been issued when this lease was
   *     acquired, -1 if there is none
   */
  long[] lastTicks();

  /**
   * Records how far ids may be issued. When the method returns true the record is durable: it
   * outlives a crash of everything but the disk.
   *
   * @param lastTicks for each lane the last tick on which an id may be issued before the next
   *     record, or was issued if the lane is out of use; a tick may be lower than in the record
   *     before
   * @return false if another holder has acquired the worker: nothing was recorded, and nothing will
   *     ever be
   * @throws WorkerRecordLostException if the record is gone or went back to an earlier state
   * @throws WorkerSourceException if the store did not answer, or not in time. It may have recorded
   *     the ticks or not, or may yet do so before it answers the next call, but not later
   */
  boolean extend(long[] lastTicks);

  /**
   * Records the last ticks and gives the worker back. Has no effect if another holder has acquired
   * it.
   *
   * @param lastTicks for each lane the last tick on which an id was issued
   * @throws WorkerSourceException as {@link #extend} does
   */
  void release(long[] lastTicks);

  /**
   * Tells the time of the store, a second witness beside the holder's clock. Ids stay unique
   * whatever it shows.
   *
   * @return what the store's clock showed when the store last answered a call of this lease; empty
   *     if it has none
   */
  default Optional<Instant> storeTime() {
    return Optional.empty();
  }

  /**
   * Tells what the source noticed when the worker was acquired and an operator should look at, such
   * as a damaged record of another worker.
   *
   * @return a sentence for each; empty if all is well
   */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Tells how long the holder may rely on the record without a look at it. For stores that can be
   * deleted under a running process, as a directory can.
   *
   * @return how long ids may be issued after {@link #isHeld} last returned true, by a clock that
   *     never steps; empty if the grant alone decides
   */
  default Optional<Duration> recheckAfter() {
    return Optional.empty();
  }

  /**
   * Looks whether the record is still there and this holder's. Quick: it is called every second
   * while ids are issued, if {@link #recheckAfter} says so.
   *
   * @return false if another holder has acquired the worker
   * @throws WorkerRecordLostException if the record is gone
   * @throws WorkerSourceException if the store did not answer
   */
  default boolean isHeld() {
    return true;
  }
}
