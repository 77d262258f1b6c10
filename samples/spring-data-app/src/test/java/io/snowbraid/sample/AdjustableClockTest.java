package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AdjustableClockTest {

  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private Instant now = NOON;
  private final AdjustableClock clock = new AdjustableClock(() -> now);

  private void pass(Duration time) {
    now = now.plus(time);
  }

  @Test
  void stepsAddUpUntilItIsSetRight() {
    clock.step(HOUR.negated());
    clock.step(HOUR.negated());
    assertThat(clock.instant()).isEqualTo(NOON.minus(HOUR).minus(HOUR));
    pass(HOUR);
    assertThat(clock.instant()).isEqualTo(NOON.minus(HOUR));
    clock.setRight();
    assertThat(clock.instant()).isEqualTo(now);
  }

  @Test
  void frozenClockStandsStillButCanBeStepped() {
    clock.step(HOUR);
    clock.freeze();
    pass(HOUR);
    assertThat(clock.instant()).isEqualTo(NOON.plus(HOUR));
    clock.step(HOUR);
    assertThat(clock.instant()).isEqualTo(NOON.plus(HOUR).plus(HOUR));
  }

  @Test
  void swingingClockStepsBackAtOnceAndReturnsAfterAPause() {
    clock.swing(HOUR);
    assertThat(clock.instant()).isEqualTo(NOON.minus(HOUR));
    pass(AdjustableClock.Setting.Swinging.STAY.minusNanos(1));
    assertThat(clock.instant()).isEqualTo(now.minus(HOUR));
    pass(Duration.ofNanos(1));
    assertThat(clock.instant()).isEqualTo(now);
    pass(AdjustableClock.Setting.Swinging.STAY);
    assertThat(clock.instant()).isEqualTo(now.minus(HOUR));
  }

  @Test
  void swingBeginsAtTheClocksCurrentTime() {
    clock.step(HOUR.negated());
    clock.freeze();
    pass(HOUR);
    clock.swing(HOUR);
    pass(AdjustableClock.Setting.Swinging.STAY);
    assertThat(clock.instant()).isEqualTo(now.minus(HOUR).minus(HOUR));
  }

  @Test
  void swingCanBeStepped() {
    clock.swing(HOUR);
    clock.step(HOUR);
    assertThat(clock.instant()).isEqualTo(NOON);
  }
}
