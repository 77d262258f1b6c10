package io.snowbraid;

/**
 * Receives the events of a generator.
 *
 * <p>Calls are made one at a time, in the order of the events, by a thread that serves only this
 * listener. So the listener may block, throw, ask for ids, or close the generator. Under load there
 * are thousands of {@link SnowflakeEvent.TimelineOverflowed} and {@link
 * SnowflakeEvent.AheadOfClock} events a second. A listener that is 10,000 events behind misses
 * further events until it has caught up, and a warning is logged. Exceptions that it throws are
 * logged and have no other effect. It does not receive events that its own calls cause.
 *
 * <p>The same events go to the JDK's Flight Recorder, as {@code io.snowbraid.*}, while a recording
 * runs.
 */
@FunctionalInterface
public interface SnowflakeListener {

  /**
   * Receives an event.
   *
   * @param event what happened
   */
  void onEvent(SnowflakeEvent event);
}
