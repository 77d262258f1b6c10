package io.snowbraid.job;

import io.snowbraid.layout.Layout;
import java.time.Instant;

/** Converts between ticks of a layout and instants, by ids, which are linear in their ticks. */
final class Ticks {

  private Ticks() {}

  /** Returns the start of a tick. */
  static Instant start(Layout layout, long tick) {
    return layout.decode(id(layout, tick)).time();
  }

  /**
   * Returns the tick that an instant belongs to.
   *
   * @throws IllegalArgumentException if the layout cannot hold the instant
   */
  static long of(Layout layout, Instant time) {
    return layout.minId(time) / id(layout, 1);
  }

  private static long id(Layout layout, long tick) {
    return layout.encode(tick, 0, 0, 0, 0, 0);
  }
}
