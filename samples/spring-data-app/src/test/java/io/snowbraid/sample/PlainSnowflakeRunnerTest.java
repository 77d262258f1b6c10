package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlainSnowflakeRunnerTest {

  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private final AdjustableClock clock = new AdjustableClock(() -> now);
  private final PlainSnowflakeRunner plain = new PlainSnowflakeRunner(clock);

  private void issue(int millis, int eachMilli) {
    for (int i = 0; i < millis; i++) {
      now = now.plusMillis(1);
      plain.issue(eachMilli);
    }
  }

  @Test
  void clockThatRunsRepeatsNothing() {
    issue(10_000, 3);
    assertThat(plain.repeats()).isZero();
  }

  @Test
  void clockThatStepsBackRepeatsWhatWasIssuedInTheSameMilliseconds() {
    issue(5_000, 3);
    clock.step(Duration.ofSeconds(-5));
    issue(2_000, 2);
    assertThat(plain.repeats()).isEqualTo(2_000 * 2);
    issue(4_000, 4);
    assertThat(plain.repeats()).isEqualTo(2_000 * 2 + 3_000 * 3);
  }

  @Test
  void clockThatStepsBackBeforeAllIdsRepeatsNothing() {
    issue(1_000, 1);
    clock.step(Duration.ofHours(-1));
    issue(1_000, 1);
    assertThat(plain.repeats()).isZero();
  }

  @Test
  void frozenClockEndsThePlainGenerator() {
    clock.freeze();
    plain.issue(10 * PlainSnowflake.SEQUENCES);
    assertThat(plain.repeats()).isZero();
  }

  @Test
  void countIsThatOfSetOfAllIds() {
    SplittableRandom random = new SplittableRandom(1);
    PlainSnowflake generator = new PlainSnowflake(clock);
    RepeatCheck check = new RepeatCheck();
    Set<Long> all = new HashSet<>();
    long repeats = 0;
    for (int i = 0; i < 100_000; i++) {
      now = now.plusMillis(random.nextInt(-1_000, 1_010) / 1_000);
      long id = generator.nextId().orElseThrow();
      check.add(id);
      repeats += all.add(id) ? 0 : 1;
    }
    assertThat(check.repeats()).isEqualTo(repeats).isPositive();
  }
}
