package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import java.time.Duration;

/**
 * An event of a generator that its operators may want to know about. Later versions may add events,
 * and values to those that there are.
 *
 * <p>Each event is also committed to the JDK's Flight Recorder while one records, as {@code
 * io.snowbraid.} and its name, such as {@code io.snowbraid.ClockJumped}. Its fields have the names
 * and the meaning of the values here, as these types:
 *
 * <ul>
 *   <li>{@code stepBack}, {@code step}, {@code lead} and {@code jump}: {@code long}, whole
 *       milliseconds
 *   <li>{@code time} of {@code Waited}: {@code long}, nanoseconds
 *   <li>{@code rollback}, {@code timeline}, {@code worker} and {@code next}: {@code int}
 *   <li>{@code cause}: {@code String}, the exception's class and message
 * </ul>
 */
public interface SnowflakeEvent {

  /**
   * The clock stepped back by so little that it counts as a clock that stands still.
   *
   * @param stepBack how far it stepped back
   */
  record RollbackAbsorbed(Duration stepBack) implements SnowflakeEvent {}

  /**
   * The clock stepped back, or returned, and ids continue on another timeline.
   *
   * @param rollback the rollback number of the ids from now on
   * @param timeline the timeline of the ids from now on
   * @param step how far the clock moved since the generator last read it; negative if it stepped
   *     back
   */
  record TimelineSwitched(int rollback, int timeline, Duration step) implements SnowflakeEvent {}

  /**
   * A burst used up its tick on one timeline and continues on the next.
   *
   * @param timeline the timeline that it continues on
   */
  record TimelineOverflowed(int timeline) implements SnowflakeEvent {}

  /**
   * Ids lead the clock, because a burst used up the present tick or because every lane is ahead of
   * the clock.
   *
   * @param lead how far the present ids are ahead
   */
  record AheadOfClock(Duration lead) implements SnowflakeEvent {}

  /**
   * A call had to wait, for the clock or for a grant.
   *
   * @param time how long it waited
   */
  record Waited(Duration time) implements SnowflakeEvent {}

  /**
   * A call got no id.
   *
   * @param cause the exception that it got instead
   */
  record CallFailed(SnowbraidException cause) implements SnowflakeEvent {}

  /**
   * The wall clock moved differently from the steady clock: it was set, or the machine slept.
   *
   * @param jump how much further it moved than the time that passed; negative if backwards
   */
  record ClockJumped(Duration jump) implements SnowflakeEvent {}

  /**
   * The clock jumped forward past everything granted, and the store's clock did not. The jump is
   * doubted until it has lasted for {@link Snowflake.Builder#forwardJumpDelay}.
   *
   * @param jump how far past the grant it jumped
   */
  record ClockDoubted(Duration jump) implements SnowflakeEvent {}

  /**
   * Another holder has the worker, because this generator did not extend its grant for too long. It
   * takes another worker.
   *
   * @param worker the worker that is lost
   */
  record WorkerLost(int worker) implements SnowflakeEvent {}

  /**
   * The store of grants failed. It is asked again, and until it answers, ids are issued up to the
   * end of the last grant. Building a generator also publishes this event while all workers are
   * held. If the cause is a {@link io.snowbraid.worker.WorkerRecordLostException}, the generator
   * has stopped for good.
   *
   * @param cause what happened
   */
  record StoreFailed(RuntimeException cause) implements SnowflakeEvent {}

  /**
   * All lanes of the worker are ahead of the clock for longer than a call may wait, so the
   * generator released the worker and took another.
   *
   * @param worker the worker that was released
   * @param next the worker from now on
   */
  record WorkerChanged(int worker, int next) implements SnowflakeEvent {}
}
