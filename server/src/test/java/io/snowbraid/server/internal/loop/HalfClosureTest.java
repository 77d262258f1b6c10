package io.snowbraid.server.internal.loop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerFixture;
import io.snowbraid.server.http.HttpSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that end their side before they have read their answers, as nc -N does. */
class HalfClosureTest {

  @TempDir Path directory;

  private ServerFixture start() {
    return new ServerFixture(
        directory,
        SegmentSource.inMemory(),
        server -> server.http(HttpSettings.DEFAULT.withPort(0)));
  }

  /** Sends all, ends its own side, and returns all that the server sends until it ends its side. */
  private static String exchange(InetSocketAddress address, String requests) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(60_000);
      socket.connect(address);
      socket.getOutputStream().write(requests.getBytes(US_ASCII));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  @Test
  void answersOfRequestsThatWaitArriveToo() throws Exception {
    try (ServerFixture fixture = start()) {
      for (int i = 0; i < 20; i++) {
        String tag = "tag" + i; // new, so that its first number has to be drawn
        assertThat(exchange(fixture.address(), "NEXTID " + tag + "\r\nPING\r\n"))
            .isEqualTo(":1\r\n+PONG\r\n");
      }
    }
  }

  @Test
  void answersThatFillTheConnectionArriveInFull() throws Exception {
    try (ServerFixture fixture = start()) {
      int answers = 5_000;
      String requests = "MGETID 100\r\n".repeat(answers);
      assertThat(exchange(fixture.address(), requests).lines().filter("*100"::equals))
          .hasSize(answers);
    }
  }

  @Test
  void requestsOfHttpAreAnsweredToo() throws Exception {
    try (ServerFixture fixture = start()) {
      InetSocketAddress address = fixture.server.httpAddress().orElseThrow();
      for (int i = 0; i < 20; i++) {
        assertThat(
                exchange(
                    address, "GET /segments/http" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            .startsWith("HTTP/1.1 200 OK\r\n")
            .endsWith("[\"1\"]");
      }
    }
  }

  @Test
  void pipelineOfHttpIsAnsweredInFull() throws Exception {
    try (ServerFixture fixture = start()) {
      InetSocketAddress address = fixture.server.httpAddress().orElseThrow();
      int answers = 2_000;
      String request = "GET /ids?count=100 HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(exchange(address, request.repeat(answers)).split("HTTP/1.1 200 OK", -1))
          .hasSize(answers + 1);
    }
  }

  @Test
  void connectionsThatSaidNothingOrHalfARequestAreClosed() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      assertThat(exchange(fixture.address(), "")).isEmpty();
      assertThat(exchange(fixture.address(), "PING\r\n*1\r\n$4\r\nPI")).isEqualTo("+PONG\r\n");
      assertThat(exchange(fixture.server.httpAddress().orElseThrow(), "GET /ids HT")).isEmpty();
      String info = client.ask("INFO");
      while (!info.contains("connected_clients:1\r\n")) {
        info = client.ask("INFO");
      }
    }
  }
}
