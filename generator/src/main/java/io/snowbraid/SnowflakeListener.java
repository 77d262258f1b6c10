package io.snowbraid;

/**
 * Hears of the events of a generator.
 *
 * <p>The call comes from the thread that asks for an id, with no lock held; several threads may
 * call at once. It should be quick: under load there are thousands of {@link
 * SnowflakeEvent.Spilled} and {@link SnowflakeEvent.Led} events a second. What it throws is logged
 * and has no other effect.
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
