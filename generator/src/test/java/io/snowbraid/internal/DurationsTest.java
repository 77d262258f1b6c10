package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S,                0 ms",
    "PT0.0004S,           0 ms",
    "PT0.0005S,           1 ms",
    "PT0.02S,             20 ms",
    "PT0.9994S,           999 ms",
    "PT0.9996S,           1 s",
    "PT1.001S,            1.001 s",
    "PT10S,               10 s",
    "PT59.9S,             59.9 s",
    "PT59.9999S,          60 s",
    "PT1M,                1 min",
    "PT5H59M53.991S,      5 h 59 min 54 s",
    "PT59M59.5S,          1 h",
    "PT48H0.4S,           2 d",
    "PT49H1S,             2 d 1 h 1 s",
    "PT-5M,               -5 min",
    "PT-0.5S,             -500 ms",
    "PT2562047788015215H, 106751991167300 d 15 h",
  })
  void textHasUnits(Duration duration, String text) {
    assertThat(Durations.text(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "500ms,   PT0.5S",
    "90s,     PT1M30S",
    "5M,      PT5M",
    "2h,      PT2H",
    "1d,      PT24H",
    "pt1m30s, PT1M30S",
  })
  void typedTextsAreParsed(String text, Duration duration) {
    assertThat(Durations.parse(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "h", "2 h", "-2h", "2w", "1h30m", "1234567890123s"})
  void otherTextsAreRejected(String text) {
    assertThatExceptionOfType(DateTimeParseException.class).isThrownBy(() -> Durations.parse(text));
  }

  @Test
  void longestDurationsHaveATextToo() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    assertThat(Durations.text(longest)).isEqualTo("106751991167300 d 15 h 30 min 7 s");
    assertThat(Durations.text(Duration.ofSeconds(Long.MIN_VALUE)))
        .isEqualTo("-106751991167300 d 15 h 30 min 7 s");
    assertThat(Durations.nanos(longest)).isEqualTo(Long.MAX_VALUE);
  }
}
