package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepliesTest {

  private final Replies replies = new Replies();

  private String encoded() {
    String text = new String(replies.bytes(), 0, replies.size(), UTF_8);
    replies.begin(2);
    return text;
  }

  private void check(long value) {
    replies.integer(value);
    assertThat(encoded()).isEqualTo(":" + value + "\r\n");
    String text = Long.toString(value);
    replies.text(value);
    assertThat(encoded()).isEqualTo("$" + text.length() + "\r\n" + text + "\r\n");
  }

  @Test
  void numbersAreWrittenAsTheyAre() {
    for (long power = 1; power <= Long.MAX_VALUE / 10; power *= 10) {
      for (long factor = 1; factor <= 10; factor++) {
        for (long value = power * factor - 2; value <= power * factor + 2; value++) {
          check(value);
          check(-value);
        }
      }
    }
    for (int bits = 0; bits < 64; bits++) {
      for (long value = (1L << bits) - 2; value != (1L << bits) + 3; value++) {
        check(value);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void randomNumbersAreWrittenAsTheyAre(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      check(random.nextLong() >>> random.nextInt(64));
    }
  }

  @Test
  void versionDecidesHowMapsSetsAndNothingAreWritten() {
    replies.map(1);
    replies.set(2);
    replies.nullReply();
    assertThat(encoded()).isEqualTo("*2\r\n*2\r\n$-1\r\n");
    replies.begin(3);
    replies.map(1);
    replies.set(2);
    replies.nullReply();
    assertThat(encoded()).isEqualTo("%1\r\n~2\r\n_\r\n");
  }

  @Test
  void textsAreWrittenWithTheirLengthInBytes() {
    replies.text("é");
    replies.text("");
    replies.texts(new long[] {7, 10});
    replies.integers(new long[] {7, 10});
    assertThat(encoded())
        .isEqualTo("$2\r\né\r\n$0\r\n\r\n*2\r\n$1\r\n7\r\n$2\r\n10\r\n*2\r\n:7\r\n:10\r\n");
  }

  @Test
  void errorIsOneLineOfLimitedLength() {
    replies.simple("half");
    replies.replaceSince(0, "ERR a\r\nb\n\n+OK");
    assertThat(encoded()).isEqualTo("-ERR a b +OK\r\n");
    replies.error("x".repeat(100_000));
    assertThat(replies.size()).isLessThan(1_100);
  }

  @Test
  void answersOfAnySizeFit() {
    String text = "x".repeat(3_000_000);
    replies.text(text);
    assertThat(encoded()).isEqualTo("$3000000\r\n" + text + "\r\n");
    assertThat(replies.bytes()).hasSizeLessThan(10_000);
  }
}
