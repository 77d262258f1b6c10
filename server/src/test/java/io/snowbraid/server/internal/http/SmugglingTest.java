package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.RawHttpClient.Response;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests requests whose end a proxy and the server could see in different places, so that the second
 * half of one client's request becomes the request of another. Each is followed by a request that
 * must not be understood.
 */
class SmugglingTest {

  @TempDir static Path directory;

  private static HttpFixture server;

  @BeforeAll
  static void start() {
    server = HttpFixture.start(directory, HttpSettings.DEFAULT.withLeaf(true));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String get(String headers) {
    return "GET /ids HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
  }

  private static String post(String headers, String body) {
    return "POST /ids HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body;
  }

  private static String chunked(String body) {
    return post("Transfer-Encoding: chunked\r\n", body);
  }

  private static String length(String value) {
    return post("Content-Length: " + value + "\r\n", "abc");
  }

  private static String encoding(String value) {
    return post("Transfer-Encoding: " + value + "\r\n", "0\r\n\r\n");
  }

  static Stream<String> firstLines() {
    String rest = "\r\nHost: localhost\r\n\r\n";
    return Stream.of(
        "GET /ids" + rest,
        "GET /ids HTTP/1.1 x" + rest,
        "GET /ids HTTP/1.1 HTTP/1.1" + rest,
        "GET /i ds HTTP/1.1" + rest,
        "GET /ids HTTP/1.1\nHost: localhost\n\n",
        "GET /ids HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /ids HTTP/1.1\rHost: localhost\r\r",
        "GET /ids HTTP/11" + rest,
        "GET /ids HTTP/1." + rest,
        "GET /ids HTTPS/1.1" + rest,
        "G\u0000T /ids HTTP/1.1" + rest,
        "G(T /ids HTTP/1.1" + rest,
        "GET: /ids HTTP/1.1" + rest,
        "OPTIONS * HTTP/1.1" + rest,
        "GET https://localhost/ids HTTP/1.1" + rest,
        "GET http://localhost HTTP/1.1" + rest,
        "GET ftp://localhost/ids HTTP/1.1" + rest,
        "GET localhost/ids HTTP/1.1" + rest,
        "GET ?count=1 HTTP/1.1" + rest,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  }

  static Stream<String> headers() {
    return Stream.of(
        get("Host: localhost\r\n"),
        "GET /ids HTTP/1.1\r\nHost : localhost\r\n\r\n",
        "GET /ids HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "GET /ids HTTP/1.1\r\nhost: localhost\r\nHOST: localhost\r\n\r\n",
        get(": x\r\n"),
        get("a\tb: c\r\n"),
        get("a(b): c\r\n"),
        get("a\u007f: c\r\n"),
        get("a: b\u0000c\r\n"),
        get("a: b\rc: d\r\n"),
        get("a: b\nc: d\r\n"),
        get("a\r\n"),
        get("=\r\n"));
  }

  static Stream<String> lengths() {
    return Stream.of(
        length("3\r\nContent-Length: 3"),
        length("3, 3"),
        length("3,3"),
        length("3 3"),
        length("0x3"),
        length("3;"),
        length("3.0"),
        length("1e1"),
        length("\"3\""),
        length("-0"),
        length("+0"),
        length("18446744073709551619"),
        length("3\r\nTransfer-Encoding: chunked"),
        length("3\r\nTransfer-Encoding: identity"),
        get("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
        encoding("chunked\r\nContent-Length: 0"),
        encoding("chunked, chunked"),
        encoding("chunked, identity"),
        encoding("gzip, chunked"),
        encoding("gzip"),
        encoding("chunked;q=1"),
        encoding("chunked,"),
        encoding(", chunked"),
        encoding("\"chunked\""),
        encoding("\r\n chunked"),
        encoding("chunked x"),
        encoding("\u000bchunked"),
        encoding("xchunked"),
        encoding("chunke"),
        encoding("gzip\r\nTransfer-Encoding: chunked"),
        "POST /ids HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  }

  static Stream<String> chunks() {
    return Stream.of(
        chunked("3\nabc\r\n0\r\n\r\n"),
        chunked("3\r\nabc\n0\r\n\r\n"),
        chunked("3 \r\nabc\r\n0\r\n\r\n"),
        chunked("0x3\r\nabc\r\n0\r\n\r\n"),
        chunked("+3\r\nabc\r\n0\r\n\r\n"),
        chunked("-3\r\nabc\r\n0\r\n\r\n"),
        chunked("3,3\r\nabc\r\n0\r\n\r\n"),
        chunked("g\r\nabc\r\n0\r\n\r\n"),
        chunked("\r\nabc\r\n0\r\n\r\n"),
        chunked(";a\r\nabc\r\n0\r\n\r\n"),
        chunked("3\r\nabcd\r\n0\r\n\r\n"),
        chunked("3\r\nab\r\n0\r\n\r\n"),
        chunked("80000000\r\nabc\r\n0\r\n\r\n"),
        chunked("FFFFFFFF\r\nabc\r\n0\r\n\r\n"),
        chunked("100000003\r\nabc\r\n0\r\n\r\n"),
        chunked("FFFFFFFFFFFFFFFF3\r\nabc\r\n0\r\n\r\n"),
        chunked("3;a=\"\n\"\r\nabc\r\n0\r\n\r\n"),
        chunked("0\r\nContent-Length : 3\r\n\r\n"),
        chunked("0\r\na b: c\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource({"firstLines", "headers", "lengths", "chunks"})
  void requestWithoutACertainEndIsRefusedAndNothingAfterItIsUnderstood(String request)
      throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send(request + RawHttpClient.get("/segments/smuggled"));
      Response refused = client.read();
      assertThat(refused.status()).isIn(400, 505);
      assertThat(refused.headers())
          .containsEntry("connection", "close")
          .containsEntry("content-type", "application/problem+json");
      assertThat(client.readAll()).isZero();
      assertThat(server.segments.status("smuggled")).isEmpty();
    }
  }

  static Stream<String> unusual() {
    return Stream.of(
        get("Content-Length: 0\r\n"),
        get("Content-Length:3\r\n") + "abc",
        get("Content-Length: 3 \r\n") + "GET",
        get("a:\r\n"),
        get("a: b\r\n c: d\r\n"), // one header of two lines
        get("a: \u00e9\r\n"),
        get("Connection: Keep-Alive\r\n"),
        get("Expect: 100-continue\r\n"),
        get("Transfer-Encoding:\tchunked\r\n") + "0\r\n\r\n",
        get("Transfer-Encoding: CHUNKED\r\n") + "3;a=b\r\nGET\r\n0\r\na: b\r\n\r\n",
        get("Transfer-Encoding: chunked\r\n") + "003\r\nabc\r\n000\r\n\r\n",
        "\r\n" + get(""));
  }

  @ParameterizedTest
  @MethodSource("unusual")
  void requestsThatAreUnusualButClearAreAnswered(String request) throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send(request + RawHttpClient.get("/health/live"));
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().body()).isEqualTo("{\"status\":\"UP\"}");
    }
  }
}
