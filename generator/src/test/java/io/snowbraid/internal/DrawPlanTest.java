package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrawPlanTest {

  private static final long SECOND = 1_000_000_000;
  private static final long LATENCY = 2_000_000;

  private final DrawPlan plan = plan(1, 1_000_000);

  private static DrawPlan plan(long minDraw, long maxDraw) {
    return new DrawPlan(Duration.ofSeconds(10), 10, minDraw, maxDraw, false);
  }

  private long now = 17 * SECOND;
  private long issued;

  private long draw(long latency) {
    long size = plan.size(now, issued, 0);
    plan.recordDraw(now, now + latency, issued, size);
    return size;
  }

  /** Lets time pass in which numbers are issued, and draws. */
  private long drawAfter(Duration time, long numbers) {
    now += time.toNanos();
    issued += numbers;
    return draw(LATENCY);
  }

  @Test
  void firstDrawIsSmallBecauseNothingIsKnown() {
    assertThat(plan.size(now, 0, 0)).isEqualTo(10);
    assertThat(plan.reserve()).isEqualTo(2);
  }

  @Test
  void burstDoublesEachDrawUpToTheLimit() {
    assertThat(draw(LATENCY)).isEqualTo(10);
    long expected = 10;
    for (int i = 0; i < 30; i++) {
      expected = Math.min(2 * expected, 1_000_000);
      assertThat(drawAfter(Duration.ofMillis(2), 10_000_000)).isEqualTo(expected);
    }
    assertThat(expected).isEqualTo(1_000_000);
  }

  @Test
  void steadyRateDrawsForTheTargetTime() {
    draw(LATENCY);
    for (int i = 0; i < 20; i++) {
      drawAfter(Duration.ofSeconds(1), 500);
    }
    assertThat(drawAfter(Duration.ofSeconds(1), 500)).isBetween(4_999L, 5_001L);
    assertThat(plan.ratePerSecond()).isCloseTo(500, within(0.01));
    assertThat(plan.reserve()).isBetween(1_249L, 1_250L);
    assertThat(drawAfter(Duration.ofNanos(10), 0)).isBetween(4_999L, 5_001L);
  }

  @Test
  void quietTagHalvesEachDrawDownToOne() {
    draw(LATENCY);
    for (int i = 0; i < 10; i++) {
      drawAfter(Duration.ofSeconds(1), 1_000);
    }
    assertThat(drawAfter(Duration.ofHours(1), 1)).isBetween(4_900L, 5_000L);
    for (int i = 0; i < 20; i++) {
      drawAfter(Duration.ofHours(1), 1);
    }
    assertThat(drawAfter(Duration.ofHours(1), 1)).isEqualTo(1);
    assertThat(plan.reserve()).isZero();
  }

  @Test
  void slowStoreIsAskedEarlier() {
    draw(LATENCY);
    for (int i = 0; i < 20; i++) {
      drawAfter(Duration.ofSeconds(1), 1_000);
    }
    assertThat(plan.reserve()).isBetween(2_499L, 2_500L);
    now += SECOND;
    issued += 1_000;
    draw(SECOND);
    assertThat(plan.reserve()).isBetween(3_999L, 4_000L);
    drawAfter(Duration.ofSeconds(1), 1_000);
    assertThat(plan.reserve()).isBetween(3_000L, 3_999L);
    now += SECOND;
    issued += 1_000;
    draw(60 * SECOND);
    assertThat(plan.reserve()).isBetween(9_999L, 10_000L);
  }

  @Test
  void largeCallDrawsWhatItNeeds() {
    assertThat(plan.size(now, 0, 5_000)).isEqualTo(5_000);
    assertThat(plan.size(now, 0, 5_000_000)).isEqualTo(1_000_000);
  }

  @Test
  void limitsHold() {
    DrawPlan limited = plan(100, 200);
    assertThat(limited.size(now, 0, 0)).isEqualTo(100);
    limited.recordDraw(now, now + LATENCY, 0, 100);
    assertThat(limited.size(now + SECOND, 100_000, 0)).isEqualTo(200);
    limited.recordDraw(now + SECOND, now + SECOND + LATENCY, 100_000, 200);
    assertThat(limited.size(now + 3_600 * SECOND, 100_001, 0)).isEqualTo(100);
  }

  @Test
  void halfOfTheLastDrawIsReservedForNumbersThatAge() {
    DrawPlan ageing = new DrawPlan(Duration.ofMillis(500), 1, 1, 10_000, true);
    assertThat(ageing.size(now, 0, 0)).isEqualTo(1);
    assertThat(ageing.reserve()).isEqualTo(1);
    ageing.recordDraw(now, now + LATENCY, 0, 9);
    assertThat(ageing.reserve()).isEqualTo(5);
  }

  @Test
  void twoDrawsInOneNanosecondAreNoFailure() {
    draw(0);
    assertThat(plan.size(now, 1, 0)).isEqualTo(20);
  }
}
