package io.snowbraid;

/**
 * Receives a generator's events.
 *
 * <p>Events arrive in order and one at a time, on a thread that serves only this listener. The
 * listener may therefore block, request ids, or close the generator. Its exceptions are logged. It
 * does not receive events that its own calls cause.
 *
 * <p>Under load, expect thousands of {@link SnowflakeEvent.TimelineOverflowed} and {@link
 * SnowflakeEvent.AheadOfClock} events per second. A listener that falls 10,000 events behind misses
 * events until it has caught up, and a warning is logged.
 */
@FunctionalInterface
public interface SnowflakeListener {

  /**
   * Handles an event.
   *
   * @param event the event
   */
  void onEvent(SnowflakeEvent event);
}
