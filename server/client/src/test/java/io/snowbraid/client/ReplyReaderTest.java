package io.snowbraid.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which answers are numbers. */
class ReplyReaderTest {

  private static long[] read(String answer) throws IOException {
    long[] target = new long[1];
    new ReplyReader(new ByteArrayInputStream(answer.getBytes(ISO_8859_1)))
        .readNumbers(target, 0, 1);
    return target;
  }

  @Test
  void largestNumberIsRead() throws IOException {
    assertThat(read("*1\r\n:9223372036854775807\r\n")).containsExactly(Long.MAX_VALUE);
    assertThat(read("*1\r\n$19\r\n9223372036854775807\r\n")).containsExactly(Long.MAX_VALUE);
    assertThat(read("*1\r\n:0\r\n")).containsExactly(0);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775808, above",
    "20000000000000000000, above",
    "99999999999999999999999, above",
    "'', something other than a number",
    "-1, something other than a number",
  })
  void otherNumberIsRejected(String number, String reason) {
    assertThatExceptionOfType(ServerErrorException.class)
        .isThrownBy(() -> read("*1\r\n:" + number + "\r\n"))
        .withMessageContaining(reason);
  }

  @Test
  void controlCharactersAreNotShown() {
    assertThatExceptionOfType(ServerErrorException.class)
        .isThrownBy(() -> read("\u001b[2J\u0007\r\n"))
        .withMessage("it answered \"?[2J?\"");
  }
}
