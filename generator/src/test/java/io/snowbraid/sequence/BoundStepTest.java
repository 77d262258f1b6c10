package io.snowbraid.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundStepTest {

  private final BoundStep step = new BoundStep();

  @Test
  void growsWhileTheBoundIsReachedSoonAndShrinksLater() {
    assertThat(step.next(0, 0, 0)).isEqualTo(1_000);
    assertThat(step.next(1_000, 0, 1)).isEqualTo(3_000);
    assertThat(step.next(3_000, 0, TimeUnit.MINUTES.toNanos(1))).isEqualTo(5_000);
    assertThat(step.next(5_000, 0, TimeUnit.MINUTES.toNanos(5))).isEqualTo(6_000);
  }

  @Test
  void growsToALimit() {
    long bound = 0;
    long before = 0;
    for (int i = 0; i < 100; i++) {
      before = bound;
      bound = step.next(bound, 0, i);
    }
    assertThat(bound - before).isEqualTo(1 << 30);
  }

  @Test
  void isAboveWhatIsNeeded() {
    assertThat(step.next(1_000, 5_000_000, 0)).isEqualTo(5_001_000);
  }

  @Test
  void endsAtTheLargestNumber() {
    assertThat(step.next(Long.MAX_VALUE - 10, 0, 0)).isEqualTo(Long.MAX_VALUE);
  }
}
