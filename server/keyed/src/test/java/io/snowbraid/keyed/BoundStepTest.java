package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundStepTest {

  private final BoundStep step = new BoundStep();

  /** Returns the next bound, and notes that it was written. */
  private long write(long bound, long now) {
    long next = step.next(bound, 0, now);
    step.written(now);
    return next;
  }

  @Test
  void growsWhileTheBoundIsReachedSoonAndShrinksLater() {
    assertThat(write(0, 0)).isEqualTo(1_000);
    assertThat(write(1_000, 1)).isEqualTo(3_000);
    assertThat(write(3_000, TimeUnit.MINUTES.toNanos(1))).isEqualTo(5_000);
    assertThat(write(5_000, TimeUnit.MINUTES.toNanos(5))).isEqualTo(6_000);
  }

  @Test
  void growsToALimit() {
    long bound = 0;
    long before = 0;
    for (int i = 0; i < 100; i++) {
      before = bound;
      bound = write(bound, i);
    }
    assertThat(bound - before).isEqualTo(1 << 30);
  }

  @Test
  void attemptsThatFailDoNotCount() {
    assertThat(write(0, 0)).isEqualTo(1_000);
    for (int i = 0; i < 100; i++) {
      assertThat(step.next(1_000, 0, i)).isEqualTo(3_000);
    }
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
