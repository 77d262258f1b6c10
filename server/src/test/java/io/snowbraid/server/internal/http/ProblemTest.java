package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.server.internal.services.ErrorText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  @ParameterizedTest
  @MethodSource
  void failureThatOnlyAnOperatorCanEndIsNotToBeRetried(RuntimeException failure) {
    Answer answer = Problem.of(failure);
    assertThat(answer.status().code()).isEqualTo(500);
    assertThat(answer.value()).isEmpty();
    String text = "no ids or numbers are available until an operator acts; see the server log";
    assertThat(answer.body()).contains("\"detail\":\"" + text + "\"");
    assertThat(ErrorText.of(failure)).isEqualTo("ERR " + text);
  }

  static List<RuntimeException> failureThatOnlyAnOperatorCanEndIsNotToBeRetried() {
    RuntimeException rejection = new SegmentRejectedException("record is damaged in /var/lib/ids");
    return List.of(
        rejection,
        new IdsUnavailableException("damaged", rejection),
        new GeneratorStoppedException("worker record was deleted", null),
        new LayoutExhaustedException("no ticks are left", Instant.EPOCH));
  }

  @Test
  void tagThatTheStoreCannotHoldIsAWrongRequest() {
    String text = "number of tags must not exceed max-tags: max-tags=3, tag=d";
    Answer answer =
        Problem.of(new IdsUnavailableException("rejected", new IllegalArgumentException(text)));
    assertThat(answer.status().code()).isEqualTo(400);
    assertThat(answer.body()).contains("\"detail\":\"" + text + "\"");
  }
}
