package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttemptsTest {

  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Duration> pauses = new ArrayList<>();

  private boolean attempt(Duration pause, int last) {
    pauses.add(pause);
    return pauses.size() == last;
  }

  @Test
  void pausesAreDoubledUpToHalfAMinute() {
    assertThat(Stream.iterate(Duration.ofSeconds(1), Attempts::next).limit(7))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
  }

  @Test
  void firstPauseIsASecond() throws InterruptedException {
    Attempts.USUAL.repeat(ended, pause -> attempt(pause, 1));
    assertThat(pauses).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void attemptsAreMadeUntilOneSucceeds() throws InterruptedException {
    new Attempts(Duration.ofMillis(1)).repeat(ended, pause -> attempt(pause, 3));
    assertThat(pauses).extracting(Duration::toMillis).containsExactly(1L, 2L, 4L);
  }

  @Test
  void noAttemptIsMadeAfterTheEnd() throws InterruptedException {
    new Attempts(Duration.ofDays(1))
        .repeat(
            ended,
            pause -> {
              ended.countDown();
              return attempt(pause, 2);
            });
    assertThat(pauses).hasSize(1);
  }
}
