package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private static long allowed(RateLimit limit, LongStream times) {
    return times.filter(limit::tryAcquire).count();
  }

  @Test
  void burstIsAllowedAtOnceAndThenOneInEachInterval() {
    RateLimit limit = new RateLimit(3, Duration.ofSeconds(1), 0);
    assertThat(allowed(limit, LongStream.of(0, 0, 0, 0, 0))).isEqualTo(3);
    assertThat(limit.tryAcquire(SECOND - 1)).isFalse();
    assertThat(limit.tryAcquire(SECOND)).isTrue();
    assertThat(limit.tryAcquire(SECOND)).isFalse();
    assertThat(allowed(limit, LongStream.range(0, 1_000).map(i -> 2 * SECOND + i * SECOND / 10)))
        .isEqualTo(100);
  }

  @Test
  void restFillsNoMoreThanABurst() {
    RateLimit limit = new RateLimit(2, Duration.ofSeconds(1), 0);
    assertThat(allowed(limit, LongStream.generate(() -> 100 * SECOND).limit(9))).isEqualTo(2);
  }

  @Test
  void originOfTheSteadyClockMeansNothing() {
    RateLimit limit = new RateLimit(1, Duration.ofSeconds(1), Long.MAX_VALUE - 5);
    assertThat(limit.tryAcquire(Long.MAX_VALUE - 5)).isTrue();
    assertThat(limit.tryAcquire(Long.MAX_VALUE)).isFalse();
    assertThat(limit.tryAcquire(Long.MAX_VALUE - 5 + SECOND)).isTrue(); // the value wrapped around
  }

  @Test
  void whatIsGivenBackDoesNotCount() {
    RateLimit limit = new RateLimit(2, Duration.ofSeconds(1), 0);
    for (int i = 0; i < 5; i++) {
      assertThat(limit.tryAcquire(0)).isTrue();
      limit.release();
    }
    assertThat(allowed(limit, LongStream.of(0, 0, 0, 0))).isEqualTo(2);
  }
}
