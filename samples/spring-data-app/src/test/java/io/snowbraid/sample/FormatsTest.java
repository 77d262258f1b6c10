package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 ms",
    "PT0.499S, 499 ms",
    "PT0.5S, 1 s",
    "-PT59M59.8S, 1 h",
    "PT1H1.4S, 1 h 1 s",
    "P2DT3H4M, 2 d 3 h"
  })
  void lengthIsWrittenInItsLargestUnits(Duration length, String text) {
    assertThat(Formats.length(length)).isEqualTo(text);
  }

  @Test
  void rollbackIsNamedOnlyIfThereWasOne() {
    assertThat(Formats.lane(0, 3)).isEqualTo("timeline 3");
    assertThat(Formats.lane(2, 3)).isEqualTo("timeline 3, rollback 2");
  }

  @Test
  void problemIsOneLine() {
    assertThat(Formats.problem(new IllegalStateException("behind by 5 h;\n wait")))
        .isEqualTo("behind by 5 h; wait");
    assertThat(Formats.problem(new IllegalStateException())).isEqualTo("IllegalStateException");
  }
}
