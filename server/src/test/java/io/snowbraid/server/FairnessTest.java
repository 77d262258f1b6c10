package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that one connection cannot starve another one of the same event loop. */
class FairnessTest {

  private static final byte[] REQUESTS = "MGETID 100\r\n".repeat(1_000).getBytes(UTF_8);

  @TempDir static Path directory;

  private final AtomicBoolean isEnding = new AtomicBoolean();

  /** The flood lasts until the calm connection has its answers, so without turns it never ends. */
  @Test
  void calmConnectionIsAnsweredWhileAFloodIsUnderWay() throws Exception {
    try (ServerFixture fixture =
            new ServerFixture(directory, SegmentSource.inMemory(), server -> server.threads(1));
        RespClient calm = fixture.connect();
        Socket flood = new Socket(fixture.address().getAddress(), fixture.address().getPort())) {
      assertThat(calm.ask("PING")).isEqualTo("+PONG");
      CompletableFuture<Long> reader = CompletableFuture.supplyAsync(() -> read(flood));
      CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(flood));
      for (int i = 0; i < 1_000; i++) {
        assertThat(calm.ask("GETID")).startsWith(":");
      }
      assertThat(reader).isNotDone();
      isEnding.set(true);
      flood.shutdownOutput();
      flood.shutdownInput();
      writer.join();
      assertThat(reader.join()).isPositive();
    }
  }

  private void write(Socket socket) {
    try {
      while (true) {
        socket.getOutputStream().write(REQUESTS);
      }
    } catch (IOException e) { // the test has ended it
      assertThat(isEnding).isTrue();
    }
  }

  /** Reads until the test closes the connection. Returns how many bytes there were. */
  private long read(Socket socket) {
    long read = 0;
    byte[] bytes = new byte[1 << 16];
    try {
      InputStream in = socket.getInputStream();
      int count = in.read(bytes);
      while (count > 0) {
        read += count;
        count = in.read(bytes);
      }
    } catch (IOException e) { // the test has ended it
      assertThat(isEnding).isTrue();
    }
    return read;
  }
}
