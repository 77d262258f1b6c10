package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeEvent.CallFailed;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.TimelineOverflowed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final TestClock clock = new TestClock();
  private final List<SnowflakeEvent> events = new ArrayList<>();

  private Snowflake.Builder builder() {
    return Snowflake.builder()
        .worker(new SingleWorkerSource(5))
        .scheduler(new ManualScheduler())
        .clock(clock)
        .monotonicTime(clock)
        .random(new SplittableRandom(1))
        .listener(events::add);
  }

  @Test
  void ordinaryIdsAreNoNews() {
    try (Snowflake ids = builder().build()) {
      for (int i = 0; i < 100; i++) {
        ids.nextId();
        clock.move(Duration.ofMillis(1));
      }
    }
    assertThat(events).isEmpty();
  }

  @Test
  void smallStepBackIsAbsorbed() {
    try (Snowflake ids = builder().build()) {
      ids.nextId();
      clock.move(Duration.ofMillis(-300));
      ids.nextId();
      ids.nextId();
    }
    assertThat(events).containsExactly(new RollbackAbsorbed(Duration.ofMillis(300)));
  }

  @Test
  void largeStepBackAndReturnSwitchTheTimeline() {
    try (Snowflake ids = builder().build()) {
      ids.nextId();
      clock.move(HOUR.negated());
      ids.nextId();
      clock.move(HOUR);
      ids.nextId();
    }
    assertThat(events)
        .containsExactly(
            new ClockJumped(HOUR.negated()),
            new TimelineSwitched(0, 1, HOUR.negated()),
            new ClockJumped(HOUR),
            new TimelineSwitched(0, 0, HOUR));
  }

  @Test
  void burstOverflowsAndThenLeads() {
    try (Snowflake ids = builder().build()) {
      ids.nextIds(9_000);
    }
    assertThat(events)
        .containsExactly(
            new TimelineOverflowed(1),
            new TimelineOverflowed(2),
            new TimelineOverflowed(3),
            new AheadOfClock(Duration.ofMillis(1)));
  }

  @Test
  void burstBeyondTheLeadWaits() {
    try (Snowflake ids = builder().maxLead(Duration.ZERO).build()) {
      ids.nextIds(9_000);
    }
    assertThat(events).last().isEqualTo(new Waited(Duration.ofMillis(1)));
  }

  @Test
  void rejectionCarriesItsCause() {
    try (Snowflake ids = builder().rollbackPolicy(RollbackPolicy.WAIT).build()) {
      ids.nextId();
      clock.move(HOUR.negated());
      assertThatExceptionOfType(ClockRollbackException.class)
          .isThrownBy(ids::nextId)
          .satisfies(
              e ->
                  assertThat(events)
                      .containsExactly(new ClockJumped(HOUR.negated()), new CallFailed(e)));
    }
  }

  @Test
  void clockThatFailsIsTold() {
    AtomicBoolean fails = new AtomicBoolean();
    InstantSource failing =
        () -> {
          if (fails.get()) {
            throw new IllegalStateException("no time");
          }
          return clock.instant();
        };
    try (Snowflake ids = builder().clock(failing).build()) {
      fails.set(true);
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              ids::nextId, () -> ids.nextIds(2), () -> ids.tryNextIds(new long[2]))) {
        assertThatExceptionOfType(ClockFailedException.class)
            .isThrownBy(call)
            .satisfies(e -> assertThat(events).last().isEqualTo(new CallFailed(e)));
      }
      assertThat(events).hasSize(3);
    }
  }

  @Test
  void failingListenerCostsNoId() {
    SnowflakeListener failing =
        event -> {
          throw new IllegalStateException("on purpose, for a test: " + event);
        };
    try (Snowflake ids = builder().listener(failing).build()) {
      long before = ids.nextId();
      clock.move(Duration.ofMillis(-300));
      assertThat(ids.nextId()).isEqualTo(before + 1);
    }
  }

  @Test
  void flightRecorderHearsTheSame(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("events.jfr");
    try (Recording recording = new Recording();
        Snowflake ids = builder().build()) {
      recording.start();
      ids.nextIds(9_000);
      clock.move(Duration.ofMillis(-300));
      ids.nextId();
      clock.move(HOUR.negated());
      ids.nextId();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> recorded =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("io.snowbraid."))
            .toList();
    assertThat(recorded.stream().map(event -> event.getEventType().getName()).distinct())
        .containsExactlyInAnyOrder(
            "io.snowbraid.TimelineOverflowed",
            "io.snowbraid.AheadOfClock",
            "io.snowbraid.RollbackAbsorbed",
            "io.snowbraid.ClockJumped",
            "io.snowbraid.TimelineSwitched");
    assertThat(recorded).hasSameSizeAs(events);
  }
}
