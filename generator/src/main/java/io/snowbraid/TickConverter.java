package io.snowbraid;

import java.time.Duration;
import java.time.Instant;

/** How the ticks of a layout and instants become each other. */
final class TickConverter {

  private TickConverter() {}

  /** The last millisecond of the last tick. */
  static Instant end(Layout layout) {
    return start(layout, layout.lastTick()).plus(layout.tick()).minusMillis(1);
  }

  /** When a tick begins. */
  static Instant start(Layout layout, long tick) {
    return layout.epoch().plusMillis(tick * layout.tick().toMillis());
  }

  /**
   * The tick that an instant belongs to.
   *
   * @throws IllegalArgumentException if the layout cannot hold the instant
   */
  static long of(Layout layout, Instant time) {
    Instant end = end(layout);
    if (time.isBefore(layout.epoch()) || !time.isBefore(end.plusMillis(1))) {
      throw new IllegalArgumentException(
          "time must be in [" + layout.epoch() + ", " + end + "]: time=" + time);
    }
    return Duration.between(layout.epoch(), time).toMillis() / layout.tick().toMillis();
  }
}
