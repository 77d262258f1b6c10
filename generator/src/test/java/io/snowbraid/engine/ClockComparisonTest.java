package io.snowbraid.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClockComparisonTest {

  private static final Layout LAYOUT = Layout.DEFAULT;
  private static final Instant STORE = Instant.parse("2026-06-01T00:00:00Z");
  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Logger LOGGER = Logger.getLogger("io.snowbraid");

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          String text = new SimpleFormatter().formatMessage(line);
          if (text.startsWith("clock differs")) { // other classes of the process may log late
            lines.add(line.getLevel() + " " + text);
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** A lease that knows what the clocks of other holders show. */
  private record Lease(List<Duration> clocks) implements WorkerLease {

    @Override
    public int worker() {
      return 7;
    }

    @Override
    public long[] lastTicks() {
      return new long[0];
    }

    @Override
    public boolean extend(long[] lastTicks) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void release(long[] lastTicks) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Duration> otherClocks(Instant epoch, Duration tick) {
      return clocks;
    }

    @Override
    public Optional<Instant> storeTime() {
      return Optional.of(STORE);
    }
  }

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(handler);
  }

  private static void check(@Nullable Duration allowed, Duration offset, Duration... others) {
    new ClockComparison(LAYOUT, allowed).check(new Lease(List.of(others)), 7, STORE.plus(offset));
  }

  private @Nullable String line() throws InterruptedException {
    return lines.poll(1, TimeUnit.MINUTES);
  }

  @Test
  void storeWithAWrongClockShowsInTheOthers() throws InterruptedException {
    Duration ahead = Duration.ofHours(2);
    check(null, ahead, ahead, ahead.plusSeconds(3));
    assertThat(line())
        .startsWith(
            "WARNING clock differs from the store clock by 2 h, and from the clocks of 2 other"
                + " processes by -3 s to 0 ms, and ids of worker 7 carry its time; check the"
                + " clocks");
  }

  @Test
  void holderWithAWrongClockIsReportedThoughTheOwnIsRight() throws InterruptedException {
    check(null, Duration.ZERO, Duration.ofMinutes(-5));
    assertThat(line())
        .contains(
            "WARNING clock differs from the store clock by 0 ms, and from the clock of 1 other"
                + " process by 5 min, and ids of worker 7 carry its time");
  }

  @Test
  void smallDifferencesAreToldOnlyIfAsked() throws InterruptedException {
    LOGGER.setLevel(Level.INFO);
    check(null, Duration.ofSeconds(1), Duration.ZERO);
    check(Duration.ofMinutes(1), Duration.ofSeconds(2), Duration.ZERO);
    assertThat(line())
        .startsWith(
            "INFO clock differs from the store clock by 2 s, and from the clock of 1 other process"
                + " by 2 s: worker 7");
  }

  @Test
  void wrongClockStopsTheStartIfAsked() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> check(HORIZON, Duration.ofHours(1), Duration.ZERO))
        .withMessageStartingWith(
            "clock differs from the store clock (2026-06-01T00:00:00Z) by 1 h, more than"
                + " maxClockOffset=1 min, and from the clock of 1 other process by 1 h; correct the"
                + " clock")
        .withMessageContaining("and from the clock of 1 other process by 1 h; correct the clock");
  }
}
