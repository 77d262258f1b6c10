package io.snowbraid.server.internal.services;

import io.snowbraid.SnowflakeEvent;
import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.RateLimit;
import java.time.Duration;

/**
 * Logs once a minute that ids run ahead of the clock. A lead of a few ticks is normal in bursts and
 * not logged.
 */
public final class ClockWarnings implements SnowflakeListener {

  private static final Duration SMALL = Duration.ofMillis(100);

  private final RateLimit limit = new RateLimit(1, Duration.ofMinutes(1), System.nanoTime());

  @Override
  public void onEvent(SnowflakeEvent event) {
    if (event instanceof AheadOfClock ahead
        && ahead.lead().compareTo(SMALL) > 0
        && limit.tryAcquire(System.nanoTime())) {
      Log.warn(
          "ids are ahead of the clock by {0}: clients request more ids than the layout allows, or"
              + " the clock stepped back",
          Durations.text(ahead.lead()));
    }
  }
}
