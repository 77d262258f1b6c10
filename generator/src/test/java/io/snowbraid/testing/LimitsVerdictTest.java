package io.snowbraid.testing;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.testing.Limits.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that only a late machine excuses a call that is late, and by how much. */
class LimitsVerdictTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 1000, 0, HOLDS",
    "1000, 1000, 999, 0, MISSED",
    "1000, 1000, 999, 500, MISSED",
    "0, 1000, 0, 0, HOLDS",
    "1000, 1000, 1050, 0, HOLDS",
    "1000, 1000, 1051, 0, MISSED",
    "100, 100, 125, 0, HOLDS",
    "100, 100, 126, 0, MISSED",
    "1000, 1000, 1070, 2, INCONCLUSIVE",
    "1000, 1000, 1071, 2, MISSED",
    "1000, 1000, 2000, 20, MISSED",
  })
  void onlyALateMachineExcusesALateCall(
      long min, long limit, long taken, long delay, Verdict expected) {
    assertThat(
            Verdict.of(
                Duration.ofMillis(min),
                Duration.ofMillis(limit),
                Duration.ofMillis(taken),
                Duration.ofMillis(delay)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"300, 0, MISSED", "300, 29, MISSED", "300, 30, INCONCLUSIVE"})
  void onlyALateMachineExcusesAnotherEnd(long margin, long delay, Verdict expected) {
    assertThat(Verdict.unexplained(Duration.ofMillis(margin), Duration.ofMillis(delay)))
        .isEqualTo(expected);
  }

  @Test
  void delaysCountOnlyDuringTheMeasurement() {
    long before = System.nanoTime();
    try (Machine machine = new Machine()) {
      await().atMost(ofMinutes(1)).until(() -> !machine.longestDelay().isZero());
      assertThat(machine.longestDelay(before - 2, before - 1)).isZero();
      assertThat(machine.longestDelay(before, System.nanoTime())).isPositive();
    }
  }

  @Test
  void callThatEndsEarlyFails() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Limits.assertEndsAt(Duration.ofHours(1), () -> () -> {}))
        .withMessageContaining("limit=3600000 ms, taken=");
  }

  @ParameterizedTest
  @CsvSource({
    "20000, -1, true",
    "20001, -1, false",
    "20001, 0.75, false",
    "40000, 2, true",
    "40001, 2, false"
  })
  void classIsAsFastAsABusyMachineLetsItBe(long millis, double load, boolean isFast) {
    assertThat(FastClasses.isFast(Duration.ofMillis(millis), load)).isEqualTo(isFast);
  }
}
