package io.snowbraid;

/**
 * Hears of the events of a generator.
 *
 * <p>Calls come one after the other, in the order of the events, from a thread that is there for
 * this listener: it may block, throw, ask for ids, or close the generator. Under load there are
 * thousands of {@link SnowflakeEvent.TimelineOverflowed} and {@link SnowflakeEvent.AheadOfClock}
 * events a second; a listener that falls 10,000 events behind misses those that come until it has
 * caught up, and the log says so. What it throws is logged and has no other effect. It does not
 * hear of what its own calls cause.
 *
 * <p>The same events go to the JDK's Flight Recorder, as {@code io.snowbraid.*}, while a recording
 * runs.
 */
@FunctionalInterface
public interface SnowflakeListener {

  /**
   * Hears of an event.
   *
   * @param event what happened
   */
  void onEvent(SnowflakeEvent event);
}
