package io.snowbraid;

import io.snowbraid.internal.Log;
import java.time.Duration;

/** Checks ticks against the end of a layout's time. Guarded by its generator's lock. */
final class LayoutExpiry {

  /** How long before the end a generator warns. */
  private static final Duration NOTICE = Duration.ofDays(365);

  private final Layout layout;
  private final TickClock clock;
  private long warnFrom;

  LayoutExpiry(Layout layout, TickClock clock) {
    this.layout = layout;
    this.clock = clock;
    this.warnFrom = layout.lastTick() - clock.wholeTicks(NOTICE);
  }

  /**
   * Rejects a tick that the layout cannot hold.
   *
   * @return true once, when the last year begins and a warning is due
   * @throws LayoutExhaustedException if the tick is past the end
   */
  boolean check(long tick) {
    if (tick > layout.lastTick()) {
      throw new LayoutExhaustedException(
          "clock is past the end of the layout: lastInstant="
              + layout.lastInstant()
              + ", time="
              + clock.instant(tick)
              + "; correct the clock, or use a layout with a later epoch only for tables that"
              + " contain none of these ids",
          layout.lastInstant());
    }
    boolean warns = tick >= warnFrom;
    warnFrom = warns ? Long.MAX_VALUE : warnFrom;
    return warns;
  }

  /** Logs a warning that the layout ends within a year. */
  void warn() {
    Log.warn(
        "layout ends at {0}: prepare a layout with more bits of time, layout={1}; one with a later"
            + " epoch is only for tables that contain none of these ids",
        layout.lastInstant(), layout);
  }
}
