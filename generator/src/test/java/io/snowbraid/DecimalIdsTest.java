package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A generator with a decimal layout. */
class DecimalIdsTest {

  private static final Layout LAYOUT = Layouts.DECIMAL;

  @Test
  void idsAreDecimal() {
    TestClock clock = new TestClock();
    try (Snowflake ids = generator(clock)) {
      long[] issued = ids.nextIds(1_000);
      IdChecker.requireUnique(LongStream.of(issued).map(id -> id / 1000).toArray(), 1_000);
      assertThat(issued[0] / 1_000_000).isEqualTo(TestClock.START.toEpochMilli());
      for (long id : issued) {
        assertThat(id / 1000 % 100).isEqualTo(81);
      }
    }
  }

  @Test
  void issuesNoneAfterTheEndOfTheDigits() {
    TestClock clock = new TestClock();
    try (Snowflake ids = generator(clock)) {
      clock.set(LAYOUT.lastInstant());
      assertThat(ids.nextId()).isPositive();
      clock.move(Duration.ofMillis(1));
      assertThatExceptionOfType(LayoutExhaustedException.class).isThrownBy(ids::nextId);
    }
  }

  private static Snowflake generator(TestClock clock) {
    return Snowflake.builder()
        .layout(LAYOUT)
        .worker(new SingleWorkerSource(81))
        .scheduler(new ManualScheduler())
        .clock(clock)
        .monotonicTime(clock)
        .random(new SplittableRandom(1))
        .build();
  }
}
