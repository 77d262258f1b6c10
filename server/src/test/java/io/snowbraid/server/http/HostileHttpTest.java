package io.snowbraid.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.http.RawHttpClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that no request harms the server or other clients. */
class HostileHttpTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir static Path directory;
  @TempDir static Path limitedDirectory;

  private static HttpFixture server;

  @BeforeAll
  static void start() {
    server = HttpFixture.start(directory, HttpSettings.DEFAULT.withLeaf(true));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static HttpFixture start(ServerLimits limits) {
    return new HttpFixture(
        limitedDirectory,
        SegmentSource.inMemory(),
        HttpSettings.DEFAULT.withLeaf(true),
        settings -> settings.limits(limits));
  }

  /** Reads until the server ends the connection. */
  private static long readAll(RawHttpClient client) {
    long read = 0;
    try {
      while (client.readByte() >= 0) {
        read++;
      }
    } catch (IOException e) { // a connection that is cut off may also be reset
      return read;
    }
    return read;
  }

  @Test
  void requestsMayBeSplitAtEachByte() throws Exception {
    String request =
        "POST /api/segment/get/split?a=1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;x=y\r\na=b\r\n0\r\nTrailer: x\r\n\r\n"
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

  @Test
  void largeAnswersOfAPipelineAreNotKeptInMemory() throws Exception {
    try (HttpFixture large = start(ServerLimits.DEFAULT.withMaxIds(10_000));
        RawHttpClient client = large.connect()) {
      client.send(RawHttpClient.get("/ids?count=10000").repeat(200));
      for (int i = 0; i < 200; i++) {
        assertThat(client.read().body().split(",", -1)).hasSize(10_000);
      }
    }
  }

  static Stream<Arguments> wrongRequests() {
    String host = "Host: a\r\n";
    return Stream.of(
        Arguments.of(400, "GET /ids HTTP/1.1\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        Arguments.of(400, "GET ids HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "GET * HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "CONNECT a:1 HTTP/1.1\r\n" + host + "\r\n"),
        Arguments.of(400, "GETID\r\n\r\n"),
        Arguments.of(400, "*1\r\n$5\r\nGETID\r\n\r\n"),
        Arguments.of(400, "\u0016\u0003\u0001\u0002\r\n\r\n"),
        Arguments.of(400, "GET /ids HTTP/x\r\n" + host + "\r\n"),
        Arguments.of(505, "GET /ids HTTP/2.0\r\n" + host + "\r\n"),
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
      assertThat(readAll(client)).isZero();
      assertThat(server.segments.status("smuggled")).isEmpty();
    }
  }

  @Test
  void chunkedBodyBeyondTheLimitEndsTheConnection() throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send("POST /ids HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(("1000\r\n" + "x".repeat(0x1000) + "\r\n").repeat(5));
      assertThat(client.read().status()).isEqualTo(413);
      assertThat(readAll(client)).isZero();
    }
  }

  @Test
  void randomBytesEndOnlyTheirConnection() throws Exception {
    long seed = Long.getLong("seed", new Random().nextLong());
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    String valid = "POST /api/segment/get/fuzz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab";
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
      last.send("GET /ids HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(last.read().headers()).containsEntry("connection", "close");
      assertThat(last.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void proxyMaySendTheWholeAddress() throws Exception {
    try (RawHttpClient client = server.connect()) {
      assertThat(client.ask(RawHttpClient.get("http://a/health/live")).status()).isEqualTo(200);
    }
  }

  @Test
  void clientThatReadsNothingIsDropped() throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.withTimeouts(SHORT, HOUR).withMaxUnsentBytes(10_000);
    try (HttpFixture limited = start(limits);
        RawHttpClient slow = new RawHttpClient(limited.address(), 4_096)) {
      String requests = RawHttpClient.get("/ids?count=100").repeat(500);
      try {
        for (int i = 0; i < 2_000; i++) { // 2 GB of answers
          slow.send(requests);
        }
      } catch (IOException e) { // the server has cut the connection off
        assertThat(dropped(limited)).isEqualTo(1);
      }
      assertThat(readAll(slow)).isLessThan(10_000_000);
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  private static double dropped(HttpFixture fixture) throws Exception {
    String begin = "snowbraid_connections_ended_early_total{reason=\"slow\"} ";
    return fixture
        .body("/metrics")
        .lines()
        .filter(line -> line.startsWith(begin))
        .mapToDouble(line -> Double.parseDouble(line.substring(begin.length())))
        .sum();
  }

  @ParameterizedTest
  @MethodSource("incompleteRequests")
  void clientThatNeverCompletesItsRequestIsDropped(String request) throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withTimeouts(SHORT, HOUR));
        RawHttpClient incomplete = limited.connect()) {
      incomplete.send(RawHttpClient.get("/health/live"));
      assertThat(incomplete.read().status()).isEqualTo(200);
      incomplete.send(request);
      assertThat(readAll(incomplete)).isZero();
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  static Stream<String> incompleteRequests() {
    return Stream.of(
        "G",
        "GET /ids HTTP/1.1\r\n",
        "GET /ids HTTP/1.1\r\nHost: a\r\n",
        "POST /ids HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab",
        "POST /ids HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
  }

  /** Bytes now and then do not make a request complete. */
  @Test
  void clientThatSendsSlowlyIsDropped() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withTimeouts(SHORT, HOUR));
        RawHttpClient slow = limited.connect()) {
      slow.send("GET /ids HTTP/1.1\r\nHost: a\r\n");
      try {
        while (dropped(limited) == 0) {
          slow.send("a: b\r\n");
        }
      } catch (IOException e) { // the connection has been cut off
        assertThat(dropped(limited)).isEqualTo(1);
      }
      assertThat(readAll(slow)).isLessThan(1_000);
    }
  }

  @Test
  void idleConnectionIsClosed() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withTimeouts(HOUR, SHORT));
        RawHttpClient idle = limited.connect()) {
      assertThat(idle.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
      assertThat(readAll(idle)).isZero();
    }
  }

  @Test
  void moreConnectionsThanAllowedAreRefused() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withMaxConnections(1));
        RawHttpClient first = limited.connect()) {
      assertThat(first.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
      try (RawHttpClient second = limited.connect()) {
        assertThat(second.read().status()).isEqualTo(503);
        assertThat(second.readByte()).isEqualTo(-1);
      }
      assertThat(first.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
    }
  }
}
