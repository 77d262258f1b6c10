package io.snowbraid.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.connection.TimedCall.HangDetector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests when a database counts as hanging. */
class HangDetectorTest {

  private long nanos = Long.MAX_VALUE - 1; // a monotonic time may overflow
  private final HangDetector hang = new HangDetector(nanos);

  /** Checks at the end of each interval. */
  private void check(int times, int millis, boolean areAllGivenUp) {
    for (int i = 0; i < times; i++) {
      nanos += Duration.ofMillis(millis).toNanos();
      hang.check(nanos, areAllGivenUp);
    }
  }

  @Test
  void hangsOnceNoneOfTheCallsThatWereGivenUpEndsWithinASecond() {
    check(49, 20, true);
    assertThat(hang.isHanging()).isFalse();
    check(1, 20, true);
    assertThat(hang.isHanging()).isTrue();
  }

  @Test
  void callsThatAreAwaitedAreSlow() {
    check(10_000, 20, false);
    assertThat(hang.isHanging()).isFalse();
  }

  @Test
  void timeInWhichTheProcessWasPausedSaysNothing() {
    check(1, 60_000, true);
    check(100, 201, true);
    assertThat(hang.isHanging()).isFalse();
    check(5, 200, true);
    assertThat(hang.isHanging()).isTrue();
  }

  @Test
  void callThatEndsIsProgress() {
    check(50, 20, true);
    hang.progress();
    assertThat(hang.isHanging()).isFalse();
    check(49, 20, true);
    assertThat(hang.isHanging()).isFalse();
  }
}
