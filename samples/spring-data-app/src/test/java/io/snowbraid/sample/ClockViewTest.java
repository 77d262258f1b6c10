package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockViewTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final AdjustableClock clock =
      new AdjustableClock(() -> Instant.parse("2026-11-21T12:00:00Z"));

  @Test
  void rightClockIsRight() {
    assertThat(ClockView.of(clock)).isEqualTo(new ClockView("2026-11-21 12:00:00", "right", true));
  }

  @Test
  void wrongClockShowsItsOffset() {
    clock.step(HOUR);
    assertThat(ClockView.of(clock))
        .isEqualTo(new ClockView("2026-11-21 13:00:00", "1 h ahead", false));
    clock.freeze();
    assertThat(ClockView.of(clock).state()).isEqualTo("frozen, 1 h ahead");
    clock.setRight();
    clock.swing(HOUR);
    assertThat(ClockView.of(clock))
        .isEqualTo(new ClockView("2026-11-21 11:00:00", "swinging, now 1 h behind", false));
  }
}
