package io.snowbraid;

/** What a generator does when its clock steps back by more than the allowed lead. */
public enum RollbackPolicy {

  /**
   * Continues at once on another timeline of the layout, and returns to the first one when the
   * clock does.
   */
  SWITCH_TIMELINE,

  /**
   * Waits for the clock for up to {@link Snowflake.Builder#maxWait}, and then throws, as the
   * original Snowflake and its descendants do. Uses one timeline only.
   */
  WAIT
}
