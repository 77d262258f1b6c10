package io.snowbraid.publicid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedTextTest {

  @Test
  void printableTextStaysAsItIs() {
    assertThat(QuotedText.of("")).isEqualTo("\"\"");
    assertThat(QuotedText.of("ord_ 1~")).isEqualTo("\"ord_ 1~\"");
  }

  @Test
  void otherCharactersAreEscaped() {
    assertThat(QuotedText.of("a\n\u0000\u007f\u00e9\u2028\ud83d\ude00"))
        .isEqualTo("\"a\\u000a\\u0000\\u007f\\u00e9\\u2028\\ud83d\\ude00\"");
    assertThat(QuotedText.of("\"; \\")).isEqualTo("\"\\\"; \\\\\"");
  }

  @Test
  void atMost64CharactersAreQuoted() {
    assertThat(QuotedText.of("x".repeat(64))).isEqualTo("\"" + "x".repeat(64) + "\"");
    assertThat(QuotedText.of("x".repeat(65))).isEqualTo("\"" + "x".repeat(64) + "\"...");
    assertThat(QuotedText.of("\n".repeat(11))).isEqualTo("\"" + "\\u000a".repeat(10) + "\"...");
  }
}
