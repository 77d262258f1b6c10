package io.snowbraid.server.internal.http;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.SimulatedTicks;
import io.snowbraid.server.http.HttpSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that no client can harm others by being slow, greedy or numerous. */
class HttpLimitsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How much later than its timeout a connection may end, as timeouts are counted in ticks. */
  private static final Duration TOLERANCE = Duration.ofSeconds(3);

  @TempDir static Path directory;

  private final SimulatedTicks time = new SimulatedTicks();

  private HttpFixture start(ServerLimits limits) {
    return new HttpFixture(
        directory,
        SegmentSource.inMemory(),
        HttpSettings.DEFAULT.withLeaf(true),
        settings -> time.set(settings.threads(1).limits(limits)));
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

  @Test
  void clientThatReadsNothingIsDropped() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withMaxUnsentBytes(10_000));
        RawHttpClient slow = new RawHttpClient(limited.address(), 4_096)) {
      CompletableFuture<Boolean> cutOff = CompletableFuture.supplyAsync(() -> isCutOff(slow));
      await()
          .atMost(ofMinutes(1))
          .until(
              () -> {
                time.pass(SECOND);
                return dropped(limited) == 1;
              });
      assertThat(cutOff.get(1, TimeUnit.MINUTES)).isTrue();
      assertThat(slow.readAll()).isLessThan(10_000_000);
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  /** Asks for 2 GB of answers. Returns whether the server has cut the connection off meanwhile. */
  private static boolean isCutOff(RawHttpClient client) {
    String requests = RawHttpClient.get("/ids?count=100").repeat(500);
    try {
      for (int i = 0; i < 2_000; i++) {
        client.send(requests);
      }
      return false;
    } catch (IOException e) {
      return true;
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
    try (HttpFixture limited = start(ServerLimits.DEFAULT);
        RawHttpClient incomplete = limited.connect()) {
      incomplete.send(RawHttpClient.get("/health/live"));
      assertThat(incomplete.read().status()).isEqualTo(200);
      incomplete.send(request);
      time.pass(ServerLimits.DEFAULT.stallTimeout());
      assertThat(dropped(limited)).isZero();
      await()
          .atMost(ofMinutes(1))
          .until(
              () -> { // the time may begin late, when the server has received the request
                time.pass(ServerLimits.DEFAULT.stallTimeout());
                return dropped(limited) == 1;
              });
      assertThat(incomplete.readAll()).isZero();
    }
  }

  static Stream<String> incompleteRequests() {
    return Stream.of(
        "G",
        "GET /ids HTTP/1.1\r\n",
        "GET /ids HTTP/1.1\r\nHost: localhost\r\n",
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n",
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nab",
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
  }

  @ParameterizedTest
  @MethodSource("incompleteRequests")
  void clientThatNeverCompletesTheRequestAfterACompleteOneIsDropped(String request)
      throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT);
        RawHttpClient incomplete = limited.connect()) {
      incomplete.send(RawHttpClient.get("/health/live") + request);
      assertThat(incomplete.read().status()).isEqualTo(200);
      time.pass(ServerLimits.DEFAULT.stallTimeout());
      assertThat(dropped(limited)).isZero();
      time.pass(TOLERANCE);
      assertThat(incomplete.readAll()).isZero();
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  /** Bytes now and then do not make a request complete. */
  @Test
  void clientThatSendsSlowlyIsDropped() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT);
        RawHttpClient slow = limited.connect()) {
      slow.send(RawHttpClient.get("/health/live") + "GET /ids HTTP/1.1\r\nHost: localhost\r\n");
      assertThat(slow.read().status()).isEqualTo(200);
      Duration most = ServerLimits.DEFAULT.stallTimeout().plus(TOLERANCE);
      for (int i = 0; i < most.toSeconds(); i++) {
        slow.send("a: b\r\n");
        time.pass(SECOND);
      }
      assertThat(slow.readAll()).isZero();
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  @Test
  void idleConnectionIsClosed() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT);
        RawHttpClient idle = limited.connect();
        RawHttpClient calm = limited.connect()) {
      assertThat(idle.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
      for (int i = 0; i < 60; i++) {
        time.pass(ServerLimits.DEFAULT.idleTimeout().dividedBy(60));
        assertThat(calm.ask(RawHttpClient.get("/metrics")).body())
            .contains("snowbraid_connections 2.0\n");
      }
      time.pass(TOLERANCE);
      assertThat(idle.readAll()).isZero();
      assertThat(calm.ask(RawHttpClient.get("/metrics")).body())
          .contains("snowbraid_connections 1.0\n");
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
