package io.snowbraid.sample;

import java.time.Duration;
import java.time.Instant;

/**
 * The state of the application's clock, for a page.
 *
 * @param time the time that it shows
 * @param state how it differs from the true time
 * @param right whether it shows the true time
 */
record ClockView(String time, String state, boolean right) {

  static ClockView of(AdjustableClock clock) {
    Instant trueTime = clock.trueTime();
    AdjustableClock.Setting setting = clock.setting();
    Instant shown = setting.read(trueTime);
    return new ClockView(
        Formats.time(shown),
        state(setting, Duration.between(trueTime, shown)),
        setting.equals(new AdjustableClock.Setting.Running(Duration.ZERO)));
  }

  private static String state(AdjustableClock.Setting setting, Duration offset) {
    String off =
        offset.isZero()
            ? "right"
            : Formats.length(offset) + (offset.isNegative() ? " behind" : " ahead");
    if (setting instanceof AdjustableClock.Setting.Frozen) {
      return "frozen, " + off;
    } else if (setting instanceof AdjustableClock.Setting.Swinging) {
      return "swinging, now " + off;
    }
    return off;
  }
}
