package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdParserTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "249829395706151633",
        "0x3779283018402D1",
        "0X03779283018402d1",
        " 06XWJGC0R80PH\n"
      })
  void eachFormIsRead(String text) {
    assertThat(IdParser.read(text)).isEqualTo(249829395706151633L);
  }

  @Test
  void digitsAloneAreDecimalEvenIfTheyAreThirteen() {
    assertThat(IdParser.read("0000000000010")).isEqualTo(10);
  }

  @Test
  void largestIdsAreRead() {
    assertThat(IdParser.read("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(IdParser.read("0x7FFFFFFFFFFFFFFF")).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775808, at most 63 bits",
    "-1, id must be at least 0",
    "0xFFFFFFFFFFFFFFFF, id must be at least 0",
    "0x, at most 63 bits",
    "0xg, at most 63 bits",
    "12O, id text must have 13 characters",
    "06XWJGC0R80P!, have digits of",
    "'', id text must have 13 characters"
  })
  void otherTextsAreRejected(String text, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdParser.read(text))
        .withMessageContaining(rule)
        .withMessageContaining(text);
  }
}
