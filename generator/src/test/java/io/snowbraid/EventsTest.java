package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeEvent.CallFailed;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.TimelineOverflowed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
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
    RecordedEvent switched = named("io.snowbraid.TimelineSwitched", recorded);
    assertThat(switched.getEventType().getLabel()).isEqualTo("Timeline Switched");
    assertThat(switched.getEventType().getCategoryNames()).containsExactly("Snowbraid");
    assertThat(switched.getInt("rollback")).isEqualTo(1);
    assertThat(switched.getInt("timeline")).isZero();
    assertThat(switched.getDuration("step")).isEqualTo(HOUR.negated());
  }

  private static RecordedEvent named(String name, List<RecordedEvent> events) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fieldsOfTheRecorderAreTheValues(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("snowbraid.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      JfrEvents.commit(new Waited(Duration.ofNanos(1_500_001)));
      JfrEvents.commit(new WorkerChanged(3, 4));
      JfrEvents.commit(new StoreFailed(new IllegalStateException("connection refused")));
      recording.dump(file);
    }
    List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
    RecordedEvent waited = named("io.snowbraid.Waited", recorded);
    assertThat(waited.getLong("time")).isEqualTo(1_500_001);
    assertThat(waited.getDuration("time")).isEqualTo(Duration.ofNanos(1_500_001));
    RecordedEvent changed = named("io.snowbraid.WorkerChanged", recorded);
    assertThat(changed.getInt("worker")).isEqualTo(3);
    assertThat(changed.getInt("next")).isEqualTo(4);
    assertThat(named("io.snowbraid.StoreFailed", recorded).getString("cause"))
        .isEqualTo("java.lang.IllegalStateException: connection refused");
  }
}
