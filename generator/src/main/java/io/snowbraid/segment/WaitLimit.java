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
    return total.compareTo(other.total) < 0 ? other : this;
  }

  Duration after(Drawer.@Nullable Failure failure) {
    return failure == null ? withoutAnswer : total;
  }
}
