package io.snowbraid;

/** What a generator does when its clock steps back by more than the allowed lead. */
public enum RollbackPolicy {

  /** Goes on at once on another timeline of the layout, and returns when the clock does. */
  SWITCH_TIMELINE,

  /**
   * Waits for the clock, up to {@link Snowflake.Builder#maxWait}, and throws beyond that, as the
   * original Snowflake and its descendants do. One timeline is used; the others stay empty.
   */
  WAIT
}
