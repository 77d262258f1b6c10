package io.snowbraid;

import io.snowbraid.error.SnowbraidException;
import java.time.Duration;

/**
 * A notable event of a generator. Later versions may add events, and components to existing ones.
 *
 * <p>While Flight Recorder records, each event is also committed to it under the name {@code
 * io.snowbraid.} plus the event's name, such as {@code io.snowbraid.ClockJumped}. Its fields are
 * the components below, with these types:
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
   * The clock stepped back by no more than {@link Snowflake.Builder#maxLead}, which is treated as a
   * stopped clock.
   *
   * @param stepBack how far the clock stepped back
   */
  record RollbackAbsorbed(Duration stepBack) implements SnowflakeEvent {}

  /**
   * The clock stepped back or returned, and ids continue on another timeline.
   *
   * @param rollback the new rollback number
   * @param timeline the new timeline
   * @param step how far the clock moved since its previous reading; negative if it stepped back
   */
  record TimelineSwitched(int rollback, int timeline, Duration step) implements SnowflakeEvent {}

  /**
   * A burst used up its tick on one timeline and continues on the next.
   *
   * @param timeline the new timeline
   */
  record TimelineOverflowed(int timeline) implements SnowflakeEvent {}

  /**
   * Ids lead the clock, because a burst used up the current tick or every lane is ahead of the
   * clock.
   *
   * @param lead how far ids are ahead
   */
  record AheadOfClock(Duration lead) implements SnowflakeEvent {}

  /**
   * A call waited for the clock or for a grant.
   *
   * @param time how long it waited
   */
  record Waited(Duration time) implements SnowflakeEvent {}

  /**
   * A call failed.
   *
   * @param cause the exception it threw
   */
  record CallFailed(SnowbraidException cause) implements SnowflakeEvent {}

  /**
   * The wall clock moved differently from the monotonic clock: it was set, or the machine slept.
   *
   * @param jump how much further the wall clock moved; negative if backwards
   */
  record ClockJumped(Duration jump) implements SnowflakeEvent {}

  /**
   * The clock jumped forward past every grant, but the store clock did not. The jump is distrusted
   * until it has lasted for {@link Snowflake.Builder#forwardJumpDelay}.
   *
   * @param jump how far past the grants the clock jumped
   */
  record ForwardJumpIgnored(Duration jump) implements SnowflakeEvent {}

  /**
   * Another process acquired the worker, because this generator did not extend its grant in time.
   * The generator acquires another worker.
   *
   * @param worker the lost worker
   */
  record WorkerLost(int worker) implements SnowflakeEvent {}

  /**
   * The store failed. The generator retries, and continues to issue ids until the grant expires. If
   * the cause is a {@link io.snowbraid.worker.WorkerRecordLostException}, it has stopped for good.
   * This event is also published while building a generator waits for a free worker.
   *
   * @param cause the failure
   */
  record StoreFailed(RuntimeException cause) implements SnowflakeEvent {}

  /**
   * All lanes of the worker were ahead of the clock for longer than a call may wait, so the
   * generator released the worker and acquired another.
   *
   * @param worker the released worker
   * @param next the new worker
   */
  record WorkerChanged(int worker, int next) implements SnowflakeEvent {}
}
