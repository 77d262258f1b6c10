package io.snowbraid;

/**
 * What a generator does when its clock steps back by more than {@link Snowflake.Builder#maxLead}.
 */
public enum RollbackPolicy {

  /** Continues at once on another timeline, and returns to the first when the clock catches up. */
  SWITCH_TIMELINE,

  /**
   * Waits up to {@link Snowflake.Builder#maxWait} for the clock, then throws, as the original
   * Snowflake does. Uses a single timeline.
   */
  WAIT
}
