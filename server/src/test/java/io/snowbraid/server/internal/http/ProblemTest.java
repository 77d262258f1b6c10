package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProblemTest {

  private static String retryAfter(RuntimeException failure) {
    Answer answer = Problem.of(failure);
    assertThat(answer.status().code()).isEqualTo(503);
    assertThat(String.valueOf(answer.header())).isEqualTo("retry-after");
    return answer.value();
  }

  private static RuntimeException unavailable(Duration retryAfter) {
    return new IdsUnavailableException("none", null, retryAfter);
  }

  @Test
  void clientsAreToldWhatTheFailureSaysInWholeSecondsAndNotMoreThanAMinute() {
    assertThat(retryAfter(unavailable(Duration.ofNanos(1)))).isEqualTo("1");
    assertThat(retryAfter(unavailable(Duration.ofSeconds(2)))).isEqualTo("2");
    assertThat(retryAfter(unavailable(Duration.ofMillis(2_001)))).isEqualTo("3");
    assertThat(retryAfter(unavailable(Duration.ofDays(20_000)))).isEqualTo("60");
  }

  @Test
  void oneSecondIsTheRuleIfTheFailureDoesNotSay() {
    assertThat(retryAfter(new IdsUnavailableException("none"))).isEqualTo("1");
    assertThat(retryAfter(new GeneratorClosedException("closed"))).isEqualTo("1");
  }
}
