package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadGeneratorTest {

  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
  private final AdjustableClock clock = new AdjustableClock();
  private final Snowflake ids =
      Snowflake.builder()
          .worker(WorkerSource.fixed(103))
          .clock(clock)
          .maxWait(Duration.ZERO)
          .build();
  private final IdMonitor monitor = new IdMonitor(clock, ids);
  private final PlainSnowflakeRunner plain = new PlainSnowflakeRunner(clock);
  private final LoadGenerator load = new LoadGenerator(ids, monitor, plain, nanoTime::get);

  @AfterEach
  void close() {
    load.close();
    ids.close();
  }

  private void pass(Duration time) {
    nanoTime.addAndGet(time.toNanos());
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  @Test
  void idsComeAsTimePasses() {
    load.start(100);
    pass(Duration.ofMillis(1_259));
    await(() -> monitor.totals().ids() == 125);
    pass(Duration.ofMillis(1));
    await(() -> monitor.totals().ids() == 126);
    assertThat(load.rate()).isEqualTo(100);
  }

  @Test
  void unwatchedLoadEnds() {
    load.start(10);
    pass(Duration.ofSeconds(50));
    load.watched();
    pass(Duration.ofSeconds(60));
    await(() -> monitor.totals().ids() > 0);
    assertThat(load.rate()).isEqualTo(10);
    pass(Duration.ofNanos(1));
    await(() -> load.rate() == 0);
  }

  @Test
  void failureIsShownUntilIdsAreIssuedAgain() {
    load.start(100_000);
    clock.step(Duration.ofDays(-10_000));
    pass(Duration.ofSeconds(1));
    await(() -> load.failure() != null);
    assertThat(load.failure()).contains("clock");
    clock.setRight();
    await(
        () -> {
          pass(Duration.ofMillis(1));
          return load.failure() == null;
        });
    await(() -> monitor.totals().ids() > 0);
  }

  @Test
  void paceSkipsOverdueIds() {
    LoadGenerator.Pace pace = new LoadGenerator.Pace(1_000, nanoTime::get);
    assertThat(pace.due()).isZero();
    pass(Duration.ofMillis(500));
    assertThat(pace.due()).isEqualTo(500);
    pass(Duration.ofMillis(501));
    assertThat(pace.due()).isEqualTo(500);
    assertThat(pace.due()).isZero();
    pass(Duration.ofMillis(1));
    assertThat(pace.due()).isEqualTo(1);
  }
}
