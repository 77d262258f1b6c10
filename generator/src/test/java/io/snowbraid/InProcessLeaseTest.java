package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A fixed number has no store: nothing limits its grants, and no thread but the caller's is needed.
 */
class InProcessLeaseTest {

  private final TestClock clock = new TestClock();
  private final ManualScheduler scheduler = new ManualScheduler();

  private Snowflake.Builder builder(int worker) {
    return Snowflake.builder()
        .worker(WorkerSource.fixed(worker))
        .clock(clock)
        .scheduler(scheduler)
        .maxWait(Duration.ZERO);
  }

  @Test
  void clockMayRunAsFastAsItLikes() {
    try (Snowflake ids = builder(81).build()) {
      scheduler.hold(true); // no thread is free
      long last = ids.nextId();
      for (int day = 0; day < 500; day++) {
        clock.move(Duration.ofDays(1));
        long id = ids.nextId();
        assertThat(id).isGreaterThan(last);
        last = id;
      }
    }
    scheduler.hold(false);
  }

  @Test
  void stepsBackNeedNoThreadEither() {
    try (Snowflake ids = builder(82).build()) {
      scheduler.hold(true);
      for (int step = 0; step < 16; step++) {
        assertThat(ids.nextId()).isPositive();
        clock.move(Duration.ofHours(-1));
      }
      assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(ids::nextId);
    }
    scheduler.hold(false);
  }

  @Test
  void closingNeedsNoThreadEither() {
    Snowflake ids = builder(83).build();
    scheduler.hold(true);
    ids.close();
    builder(83).scheduler(new ManualScheduler()).build().close(); // the number is free already
    scheduler.hold(false);
  }
}
