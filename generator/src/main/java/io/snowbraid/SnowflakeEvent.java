package io.snowbraid;

import java.time.Duration;

/** Something that operators of a generator may want to know. */
public sealed interface SnowflakeEvent {

  /**
   * The clock stepped back by so little that it counts as standing still.
   *
   * @param stepBack how far it stepped back
   */
  record RollbackAbsorbed(Duration stepBack) implements SnowflakeEvent {}

  /**
   * The clock stepped back, or returned, and ids go on upon another timeline.
   *
   * @param rollback the rollback number of the ids from now on
   * @param timeline the timeline of the ids from now on
   * @param step how far the clock moved since the generator last read it; negative if back
   */
  record TimelineSwitched(int rollback, int timeline, Duration step) implements SnowflakeEvent {}

  /**
   * A burst used up its tick on one timeline and goes on upon the next.
   *
   * @param timeline the timeline it goes on upon
   */
  record TimelineOverflowed(int timeline) implements SnowflakeEvent {}

  /**
   * Ids run ahead of the clock, because a burst used up the present tick or because every lane
   * stands ahead.
   *
   * @param lead how far the present ids stand ahead
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
   * @param cause what it got instead
   */
  record CallFailed(SnowbraidException cause) implements SnowflakeEvent {}

  /**
   * The wall clock moved otherwise than time does: it was set, or the machine slept.
   *
   * @param jump how far it moved beyond the time that passed; negative if back
   */
  record ClockJumped(Duration jump) implements SnowflakeEvent {}

  /**
   * The clock leapt forward, past all that is granted, and the clock of the store did not. The leap
   * is not believed unless it lasts ({@link Snowflake.Builder#forwardJumpDelay}).
   *
   * @param leap how far past the grant
   */
  record ClockDoubted(Duration leap) implements SnowflakeEvent {}

  /**
   * Another holder has the worker, because this one did not extend its grant for too long. The
   * generator takes another worker.
   *
   * @param worker the worker that is lost
   */
  record WorkerLost(int worker) implements SnowflakeEvent {}

  /**
   * The store of grants failed. It is asked again; until it answers, ids go on up to the horizon of
   * the last grant.
   *
   * @param cause what happened
   */
  record StoreFailed(RuntimeException cause) implements SnowflakeEvent {}

  /**
   * All lanes of the worker are ahead of the clock for longer than may be waited, so the generator
   * gave it back and took another.
   *
   * @param worker the worker that was given back
   * @param next the worker from now on
   */
  record WorkerChanged(int worker, int next) implements SnowflakeEvent {}
}
