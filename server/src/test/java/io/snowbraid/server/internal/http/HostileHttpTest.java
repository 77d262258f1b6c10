package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.RawHttpClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no request harms the server or other clients. */
class HostileHttpTest {

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

  @Test
  void requestsMayBeSplitAtEachByte() throws Exception {
    String request =
        "POST /api/segment/get/split?a=1 HTTP/1.1\r\n"
            + "Host: localhost\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
            + "3;x=y\r\n"
            + "a=b\r\n"
            + "0\r\n"
            + "Trailer: x\r\n\r\n"
            + RawHttpClient.get("/health/live");
    try (RawHttpClient client = server.connect()) {
      for (int i = 1; i < request.length(); i++) {
        client.send(request.substring(0, i));
        client.send(request.substring(i));
        assertThat(client.read().body()).isEqualTo(Integer.toString(i));
        assertThat(client.read().body()).isEqualTo("{\"status\":\"UP\"}");
      }
      for (int i = 0; i < request.length(); i++) {
        client.send(request.substring(i, i + 1));
      }
      assertThat(client.read().body()).isEqualTo(Integer.toString(request.length()));
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void pipelineIsAnsweredInOrder() throws Exception {
    try (RawHttpClient client = server.connect()) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 3_000; i++) {
        requests.append(RawHttpClient.get(i % 3 == 0 ? "/segments/pipe" : "/nowhere/" + i));
      }
      client.send(requests.toString());
      for (int i = 0; i < 3_000; i++) {
        String body = client.read().body();
        if (i % 3 == 0) {
          assertThat(body).isEqualTo("[\"" + (i / 3 + 1) + "\"]");
        } else {
          assertThat(body).contains("path=/nowhere/" + i + ";");
        }
      }
    }
  }

  static Stream<Arguments> wrongRequests() {
    String host = "Host: localhost\r\n";
    return Stream.of(
        Arguments.of(400, "GET /ids HTTP/1.1\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        Arguments.of(
            400,
            "GET /ids HTTP/1.1\r\n" + host + "Authorization: Basic YTpi\r\n".repeat(2) + "\r\n"),
        Arguments.of(400, "GET ids HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "GET * HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "CONNECT a:1 HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "GET /segments/a#b HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "GETID\r\n\r\n"),
        Arguments.of(400, "*1\r\n$5\r\nGETID\r\n\r\n"),
        Arguments.of(400, "\u0016\u0003\u0001\u0002\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/x\r\n" + host + "\r\n"),
        Arguments.of(505, "GET /ids HTTP/2.0\r\n" + host + "\r\n"),
        Arguments.of(505, "GET /ids HTTP/1.2\r\n" + host + "\r\n"),
        Arguments.of(505, "GET /ids HTTP/0.9\r\n" + host + "\r\n"),
        Arguments.of(400, "GET /ids HTTP/1.1\r\n" + host + "no colon\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/1.1\r\n" + host + "a b: c\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/1.1\r\n" + host + "a\u0000: c\r\n\r\n"),
        Arguments.of(
            400,
            "POST /ids HTTP/1.1\r\n"
                + host
                + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400,
            "POST /ids HTTP/1.1\r\n"
                + host
                + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400,
            "POST /ids HTTP/1.1\r\n" + host + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: 3, 4\r\n\r\nabcd"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: +3\r\n\r\nabc"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Content-Length : 3\r\n\r\nabc"),
        Arguments.of(
            400, "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400, "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        Arguments.of(400, "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding: identity\r\n\r\n"),
        Arguments.of(
            400,
            "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400,
            "POST /ids HTTP/1.1\r\n"
                + host
                + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400, "POST /ids HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Arguments.of(
            400, "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n"),
        Arguments.of(
            400, "POST /ids HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n"),
        Arguments.of(413, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: 16385\r\n\r\n"),
        Arguments.of(
            413, "POST /ids HTTP/1.1\r\n" + host + "Content-Length: 9223372036854775807\r\n\r\n"),
        Arguments.of(414, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(
            431, "GET /ids HTTP/1.1\r\n" + host + "a: " + "x".repeat(1 << 20) + "\r\n\r\n"),
        Arguments.of(431, "GET /ids HTTP/1.1\r\n" + host + "a: b\r\n".repeat(100_000) + "\r\n"));
  }

  /** After a request whose end is not certain, nothing is understood as a request any more. */
  @ParameterizedTest
  @MethodSource("wrongRequests")
  void wrongRequestEndsTheConnection(int status, String request) throws Exception {
    try (RawHttpClient client = server.connect()) {
      Response before = client.ask(RawHttpClient.get("/health/live"));
      assertThat(before.headers()).containsEntry("connection", "keep-alive");
      try {
        client.send(request + RawHttpClient.get("/segments/smuggled"));
      } catch (IOException e) { // the server need not read all
        assertThat(status).isIn(413, 414, 431);
      }
      Response response = client.read();
      assertThat(response.status()).isEqualTo(status);
      assertThat(response.headers())
          .containsEntry("connection", "close")
          .containsEntry("content-type", "application/problem+json");
      assertThat(client.readAll()).isZero();
      assertThat(server.segments.status("smuggled")).isEmpty();
    }
  }

  @Test
  void chunkedBodyBeyondTheLimitEndsTheConnection() throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send("POST /ids HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(("1000\r\n" + "x".repeat(0x1000) + "\r\n").repeat(5));
      assertThat(client.read().status()).isEqualTo(413);
      assertThat(client.readAll()).isZero();
    }
  }

  @Test
  void randomBytesEndOnlyTheirConnection() throws Exception {
    long seed = Long.getLong("seed", new Random().nextLong());
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    String valid =
        "POST /api/segment/get/fuzz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab";
    for (int i = 0; i < 300; i++) {
      StringBuilder bytes = new StringBuilder(valid.repeat(2));
      for (int j = random.nextInt(8); j >= 0; j--) {
        bytes.setCharAt(random.nextInt(bytes.length()), (char) random.nextInt(128));
      }
      try (RawHttpClient client = server.connect()) {
        client.send(bytes.toString());
      }
    }
    assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void oldVersionAndLastRequestEndTheConnectionAfterTheAnswer() throws Exception {
    try (RawHttpClient old = server.connect();
        RawHttpClient last = server.connect()) {
      assertThat(old.ask("GET /ids HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
      assertThat(old.readByte()).isEqualTo(-1);
      last.send("GET /ids HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(last.read().headers()).containsEntry("connection", "close");
      assertThat(last.readByte()).isEqualTo(-1);
    }
  }

  /** Otherwise any page could use up ids, or move tags, of a server on its reader's machine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /segments/page HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n",
        "GET /segments/page HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-site\r\n\r\n",
        "GET /segments/page HTTP/1.1\r\nHost: localhost\r\nOrigin: https://b\r\n\r\n",
        "POST /api/segment/get/page HTTP/1.1\r\nHost: localhost\r\nOrigin: https://b\r\n\r\n",
        "POST /api/segment/get/page HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n"
      })
  void pagesOfOtherSitesGetNothing(String request) throws Exception {
    try (RawHttpClient client = server.connect()) {
      assertThat(client.ask(request).status()).isEqualTo(403);
      assertThat(server.segments.status("page")).isEmpty();
      assertThat(client.ask(RawHttpClient.get("/ids")).status()).isEqualTo(200);
    }
  }

  /** A page may have a name of its own that its author lets point to the loopback. */
  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:7879", "localhost.evil", "10.0.0.7", "[::2]:1"})
  void namesOfOtherMachinesAreRefusedOnTheLoopback(String host) throws Exception {
    try (RawHttpClient client = server.connect()) {
      Response refused = client.ask("GET /segments/rebound HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("host=" + host + ";");
      assertThat(server.segments.status("rebound")).isEmpty();
      assertThat(client.readAll()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:7879",
        "a.localhost",
        "127.0.0.1:1",
        "127.9.9.9",
        "[::1]:2"
      })
  void namesOfTheLoopbackAreServed(String host) throws Exception {
    try (RawHttpClient client = server.connect()) {
      assertThat(client.ask("GET /ids HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status())
          .isEqualTo(200);
    }
  }

  @Test
  void bodyIsAskedForAfterTheAnswersBeforeIt() throws Exception {
    String head =
        "POST /api/segment/get/body HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n";
    try (RawHttpClient client = server.connect()) {
      client.send(RawHttpClient.get("/health/live") + head + "Content-Length: 3\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.readHead().status()).isEqualTo(100);
      client.send("a=b");
      assertThat(client.read().body()).isEqualTo("1");
      assertThat(client.ask(head + "Content-Length: 20000\r\n\r\n").status()).isEqualTo(413);
      assertThat(client.readAll()).isZero();
    }
  }

  @Test
  void proxyMaySendTheWholeAddress() throws Exception {
    try (RawHttpClient client = server.connect()) {
      assertThat(client.ask(RawHttpClient.get("http://localhost/health/live")).status())
          .isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.com", "HTTP://evil.com:7879", "http://localhost@evil.com"})
  void namesOfOtherMachinesBeforeThePathAreRefusedOnTheLoopback(String name) throws Exception {
    try (RawHttpClient client = server.connect()) {
      String request = "GET " + name + "/segments/rebound HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(client.ask(request).status()).isEqualTo(403);
    }
  }
}
