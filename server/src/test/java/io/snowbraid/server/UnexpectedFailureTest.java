package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an Error in the middle of a connection's work ends that connection, and is logged. */
class UnexpectedFailureTest {

  private final CapturedLog log = new CapturedLog();

  /** Fails once, after so many reads from now on; never if it is 0. */
  private final AtomicInteger readsLeft = new AtomicInteger();

  @TempDir Path directory;

  private Instant now() {
    if (readsLeft.get() > 0 && readsLeft.decrementAndGet() == 0) {
      throw new InternalError("of a clock");
    }
    return Instant.now();
  }

  private Snowflake ids() {
    return Snowflake.builder().clock(this::now).worker(WorkerSource.file(directory)).build();
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  private void awaitFailure() throws InterruptedException {
    log.await(
        line ->
            line.getThrown() instanceof InternalError
                && line.getMessage().startsWith("connection failed and was closed: client="));
  }

  /** Sends requests until one fails; returns how many bytes came before the connection ended. */
  private long failAfter(int reads, InetSocketAddress address, String requests) throws IOException {
    try (Socket client = new Socket(address.getAddress(), address.getPort())) {
      client.setSoTimeout(60_000);
      readsLeft.set(reads);
      client.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
      return client.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }

  private static void assertServes(InetSocketAddress address, String request) throws IOException {
    try (Socket client = new Socket(address.getAddress(), address.getPort())) {
      client.setSoTimeout(60_000);
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = client.getInputStream();
      assertThat(in.read()).isIn((int) ':', (int) 'H');
    }
  }

  /** The requests are more than one turn, so that those at the end are processed by a task. */
  @Test
  void connectionWhoseTaskFailsEnds() throws Exception {
    String http = "GET /ids?count=100 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (Snowflake ids = ids();
        SegmentGenerators segments =
            SegmentGenerators.builder().source(SegmentSource.inMemory()).build();
        IdServer server =
            IdServer.builder()
                .ids(ids)
                .segments(segments)
                .port(0)
                .threads(1)
                .http(HttpSettings.DEFAULT.withPort(0))
                .build()) {
      server.start();
      InetSocketAddress httpAddress = server.httpAddress().orElseThrow();
      assertThat(failAfter(1_200, server.address(), "GETID\r\n".repeat(1_500))).isPositive();
      awaitFailure();
      assertThat(failAfter(100, httpAddress, http.repeat(200))).isPositive();
      awaitFailure();
      assertServes(server.address(), "GETID\r\n");
      assertServes(httpAddress, http);
    }
  }
}
