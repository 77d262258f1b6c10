package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.SnowflakeEvent;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventLogTest {

  private final EventLog log = new EventLog();

  private List<String> texts() {
    return log.entries().stream().map(EventLog.Entry::text).toList();
  }

  @Test
  void switchesNameTheDirectionOfTheStep() {
    log.onEvent(new SnowflakeEvent.TimelineSwitched(0, 1, Duration.ofHours(-1)));
    log.onEvent(new SnowflakeEvent.TimelineSwitched(0, 0, Duration.ofHours(1)));
    assertThat(texts())
        .containsExactly(
            "Clock stepped forward by 1 h: now on timeline 0",
            "Clock stepped back by 1 h: now on timeline 1");
  }

  @Test
  void burstsAreNotNotable() {
    log.onEvent(new SnowflakeEvent.TimelineOverflowed(1));
    log.onEvent(new SnowflakeEvent.AheadOfClock(Duration.ofMillis(1)));
    assertThat(texts()).isEmpty();
  }

  @Test
  void repeatsAreCounted() {
    IntStream.range(0, 3).forEach(i -> log.onEvent(new SnowflakeEvent.WorkerLost(7)));
    assertThat(log.entries()).singleElement().extracting(EventLog.Entry::count).isEqualTo(3);
  }

  @Test
  void oldEventsAreForgotten() {
    IntStream.range(0, 100).forEach(worker -> log.onEvent(new SnowflakeEvent.WorkerLost(worker)));
    assertThat(texts()).hasSize(8).first().isEqualTo("Worker 99 was acquired by another process");
  }
}
