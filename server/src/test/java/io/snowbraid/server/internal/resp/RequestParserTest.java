package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestParserTest {

  private static final String PIPELINE =
      String.join(
          "",
          "*2\r\n$6\r\nMGETID\r\n$2\r\n10\r\n\r\nGETID\r\n*0\r\n*-1\r\n*1\r\n$5\r\ngetid\r\n",
          "  ping  a\t\\x41 \n*3\r\n$4\r\nECHO\r\n$0\r\n\r\n$3\r\na\r\n\r\n");

  private static final List<List<String>> REQUESTS =
      List.of(
          List.of("MGETID", "10"),
          List.of("GETID"),
          List.of("getid"),
          List.of("ping", "a", "\\x41"),
          List.of("ECHO", "", "a\r\n"));

  private final RequestParser parser = new RequestParser(8, 1_000);

  @Test
  void requestsOfAPipelineAreRead() throws Exception {
    assertThat(read(PIPELINE)).isEqualTo(REQUESTS);
  }

  @Test
  void requestsMayBeSplitAnywhere() throws Exception {
    for (int split = 0; split <= PIPELINE.length(); split++) {
      assertThat(readInParts(PIPELINE, split)).as("split at %s", split).isEqualTo(REQUESTS);
    }
  }

  @Test
  void requestsMayComeByteByByte() throws Exception {
    Feed feed = new Feed();
    for (int i = 0; i < PIPELINE.length(); i++) {
      feed.add(PIPELINE.substring(i, i + 1));
    }
    assertThat(feed.requests).isEqualTo(REQUESTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*9|invalid multibulk length",
        "*1000000000000|invalid multibulk length",
        "*9223372036854775808|invalid multibulk length",
        "*18446744073709551617|invalid multibulk length",
        "*x|invalid multibulk length",
        "*|invalid multibulk length",
        "*-|invalid multibulk length",
        "*1\\r\\n$-1|invalid bulk length",
        "*1\\r\\n$|invalid bulk length",
        "*1\\r\\n$1001|invalid bulk length",
        "*1\\r\\n$2147483647|invalid bulk length",
        "*1\\r\\n$2147483648|invalid bulk length",
        "*1\\r\\n$4294967297|invalid bulk length",
        "*1\\r\\n$9223372036854775807|invalid bulk length",
        "*1\\r\\n$9223372036854775808|invalid bulk length",
        "*1\\r\\n$18446744073709551620|invalid bulk length",
        "*1\\r\\n*1\\r\\n$4\\r\\nPING|expected '$', got '*'",
        "*1\\r\\n:4|expected '$', got ':'",
        "*1\\r\\n\u007f|expected '$', got '\\x7f'",
        "*1\\r\\n$4\\r\\nPINGPONG|expected a line break after a bulk string",
        "ping \"a\"|inline commands must not contain quotes; use redis-cli",
        "ping it's|inline commands must not contain quotes; use redis-cli",
        "1 2 3 4 5 6 7 8 9|too many arguments"
      })
  void whatIsNoRequestIsRejected(String text, String rule) {
    String request = text.replace("\\r", "\r").replace("\\n", "\n") + "\r\n";
    assertThatExceptionOfType(ProtocolException.class)
        .isThrownBy(() -> read(request))
        .withMessage("ERR Protocol error: " + rule);
  }

  @Test
  void requestMustNotBeTooLarge() throws Exception {
    assertThat(read("*1\r\n$900\r\n" + "x".repeat(900) + "\r\n")).hasSize(1);
    for (String large :
        List.of(
            "x".repeat(1_001),
            "x".repeat(1_001) + "\r\n",
            "*2\r\n$900\r\n" + "x".repeat(900) + "\r\n$900\r\n" + "x".repeat(90),
            "*2\r\n$900\r\n" + "x".repeat(900) + "\r\n$90\r\n" + "x".repeat(90) + "\r\n")) {
      assertThatExceptionOfType(ProtocolException.class)
          .isThrownBy(() -> read(large))
          .withMessage("ERR Protocol error: too big request");
    }
  }

  @Test
  void emptyArgumentsCountAsArguments() throws Exception {
    assertThat(read("*8\r\n" + "$0\r\n\r\n".repeat(8)))
        .containsExactly(List.of("", "", "", "", "", "", "", ""));
    assertThatExceptionOfType(ProtocolException.class)
        .isThrownBy(() -> read("*1000000\r\n" + "$0\r\n\r\n".repeat(1_000_000)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "*1", "*1\r", "*1\r\n$4\r\nPIN", "*1\r\n$4\r\nPING\r", "PING", ""})
  void incompleteRequestIsNotRead(String text) throws Exception {
    assertThat(read(text)).isEmpty();
    assertThat(parser.position()).isZero();
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void resultDoesNotDependOnHowRandomBytesAreSplit(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String text = randomText(random);
      String whole = outcome(text, text.length());
      assertThat(outcome(text, random.nextInt(text.length() + 1))).as(text).isEqualTo(whole);
    }
  }

  /** Returns text that is almost a request. */
  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    List<String> parts =
        List.of(
            "*", "$", "\r\n", "\n", "1", "2", "4", "PING", "-", "\"", "'", "\\", " ", "\0", "é");
    int length = random.nextInt(30);
    for (int i = 0; i < length; i++) {
      text.append(
          random.nextInt(8) == 0
              ? String.valueOf((char) random.nextInt(256))
              : parts.get(random.nextInt(parts.size())));
    }
    return random.nextBoolean() ? PIPELINE.substring(random.nextInt(40)) + text : "*" + text;
  }

  private String outcome(String text, int split) {
    Feed feed = new Feed();
    try {
      feed.add(text.substring(0, split));
      feed.add(text.substring(split));
      return feed.requests + " and " + feed.rest.length() + " bytes";
    } catch (ProtocolException e) {
      return feed.requests + " and an error";
    }
  }

  private List<List<String>> read(String text) throws ProtocolException {
    return readInParts(text, text.length());
  }

  private List<List<String>> readInParts(String text, int split) throws ProtocolException {
    Feed feed = new Feed();
    feed.add(text.substring(0, split));
    feed.add(text.substring(split));
    return feed.requests;
  }

  /** Gives the parser what has arrived so far, like a connection. */
  private final class Feed {

    final List<List<String>> requests = new ArrayList<>();
    String rest = "";

    void add(String more) throws ProtocolException {
      byte[] bytes = (rest + more).getBytes(ISO_8859_1);
      parser.read(bytes, 0, bytes.length);
      while (parser.next()) {
        List<String> request = new ArrayList<>();
        for (int i = 0; i < parser.count(); i++) {
          int start = parser.start(i);
          request.add(new String(bytes, start, parser.end(i) - start, ISO_8859_1));
        }
        requests.add(request);
      }
      rest = new String(bytes, ISO_8859_1).substring(parser.position());
    }
  }
}
