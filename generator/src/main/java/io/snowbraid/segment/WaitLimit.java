package io.snowbraid.segment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a call may wait for numbers, from its first wait.
 *
 * @param total how long in general
 * @param withoutAnswer how long if no draw has failed yet; a source may wait for its table
 */
record WaitLimit(Duration total, Duration withoutAnswer) {

  static WaitLimit of(Duration total) {
    return new WaitLimit(total, total);
  }

  WaitLimit atLeast(WaitLimit other) {
    return new WaitLimit(longer(total, other.total), longer(withoutAnswer, other.withoutAnswer));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  Duration after(Drawer.@Nullable Failure failure) {
    return failure == null ? withoutAnswer : total;
  }
}
