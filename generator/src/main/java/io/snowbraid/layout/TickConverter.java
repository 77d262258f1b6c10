package io.snowbraid.layout;

import io.snowbraid.internal.Arguments;
import java.time.Duration;
import java.time.Instant;

/** Converts between a layout's ticks and instants. */
final class TickConverter {

  private TickConverter() {}

  /** Returns the last millisecond of the last tick. */
  static Instant end(Layout layout) {
    return start(layout, layout.lastTick()).plus(layout.tick()).minusMillis(1);
  }

  /** Returns the start of a tick. */
  static Instant start(Layout layout, long tick) {
    return layout.epoch().plusMillis(tick * layout.tick().toMillis());
  }

  /**
   * Returns the tick that contains an instant.
   *
   * @throws IllegalArgumentException if the instant is outside the layout
   */
  static long of(Layout layout, Instant time) {
    Instant end = end(layout);
    if (time.isBefore(layout.epoch()) || !time.isBefore(end.plusMillis(1))) {
      throw new IllegalArgumentException(Arguments.outside("time", time, layout.epoch(), end));
    }
    return Duration.between(layout.epoch(), time).toMillis() / layout.tick().toMillis();
  }
}
