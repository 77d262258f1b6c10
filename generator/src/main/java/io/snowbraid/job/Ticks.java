package io.snowbraid.job;

import io.snowbraid.layout.Layout;
import java.time.Instant;

/** Converts between a layout's ticks and instants through ids, which are linear in their ticks. */
final class Ticks {

  private Ticks() {}

  /** Returns the start of a tick. */
  static Instant start(Layout layout, long tick) {
    return layout.decode(id(layout, tick)).time();
  }

  /**
   * Returns the tick that contains an instant.
   *
   * @throws IllegalArgumentException if the instant is outside the layout
   */
  static long of(Layout layout, Instant time) {
    return layout.minId(time) / id(layout, 1);
  }

  private static long id(Layout layout, long tick) {
    return layout.encode(tick, 0, 0, 0, 0, 0);
  }
}
