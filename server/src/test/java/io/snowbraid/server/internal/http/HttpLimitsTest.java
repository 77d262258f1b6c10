package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.http.HttpSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that no client can harm others by being slow, greedy or numerous. */
class HttpLimitsTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir static Path directory;

  private static HttpFixture start(ServerLimits limits) {
    return new HttpFixture(
        directory,
        SegmentSource.inMemory(),
        HttpSettings.DEFAULT.withLeaf(true),
        settings -> settings.limits(limits));
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
    ServerLimits limits = ServerLimits.DEFAULT.withStallTimeout(SHORT).withMaxUnsentBytes(10_000);
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
      assertThat(slow.readAll()).isLessThan(10_000_000);
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
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withStallTimeout(SHORT));
        RawHttpClient incomplete = limited.connect()) {
      incomplete.send(RawHttpClient.get("/health/live"));
      assertThat(incomplete.read().status()).isEqualTo(200);
      incomplete.send(request);
      assertThat(incomplete.readAll()).isZero();
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  static Stream<String> incompleteRequests() {
    return Stream.of(
        "G",
        "GET /ids HTTP/1.1\r\n",
        "GET /ids HTTP/1.1\r\nHost: localhost\r\n",
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nab",
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
  }

  @Test
  void clientThatNeverCompletesTheRequestAfterACompleteOneIsDropped() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withStallTimeout(SHORT));
        RawHttpClient incomplete = limited.connect()) {
      incomplete.send(
          RawHttpClient.get("/health/live")
              + "POST /ids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n");
      assertThat(incomplete.read().status()).isEqualTo(200);
      assertThat(incomplete.readAll()).isZero();
      assertThat(dropped(limited)).isEqualTo(1);
    }
  }

  /** Bytes now and then do not make a request complete. */
  @Test
  void clientThatSendsSlowlyIsDropped() throws Exception {
    try (HttpFixture limited = start(ServerLimits.DEFAULT.withStallTimeout(SHORT));
        RawHttpClient slow = limited.connect()) {
      slow.send("GET /ids HTTP/1.1\r\nHost: localhost\r\n");
      try {
        while (dropped(limited) == 0) {
          slow.send("a: b\r\n");
        }
      } catch (IOException e) { // the connection has been cut off
        assertThat(dropped(limited)).isEqualTo(1);
      }
      assertThat(slow.readAll()).isLessThan(1_000);
    }
  }

  @Test
  void idleConnectionIsClosed() throws Exception {
    try (HttpFixture limited =
            start(ServerLimits.DEFAULT.withStallTimeout(HOUR).withIdleTimeout(SHORT));
        RawHttpClient idle = limited.connect()) {
      assertThat(idle.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
      assertThat(idle.readAll()).isZero();
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
