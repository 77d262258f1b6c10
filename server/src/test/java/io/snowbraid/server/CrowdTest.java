package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server of 64 MB with as many clients as it accepts, and with one that asks too much. */
@Tag("slow")
class CrowdTest {

  private static final int CROWD = ServerLimits.DEFAULT.maxConnections() - 1;
  private static final int MAX_BYTES_PER_CONNECTION = 3_000;
  private static final int CALM_REQUESTS = 5_000;

  @TempDir Path directory;

  private SmallServer server;

  @BeforeEach
  void start() throws IOException {
    server = SmallServer.start(directory);
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void tenThousandIdleConnectionsFitIntoASmallHeap() throws Exception {
    List<SocketChannel> crowd = new ArrayList<>();
    try (RespClient client = new RespClient(server.address())) {
      assertThat(client.ask("GETID")).startsWith(":");
      long before = server.usedBytes();
      for (int i = 0; i < CROWD; i++) {
        crowd.add(SocketChannel.open(server.address()));
        ping(crowd.get(i));
      }
      long each = (server.usedBytes() - before) / CROWD;
      System.out.println(CROWD + " connections: " + each + " bytes of heap each");
      assertThat(each).isLessThan(MAX_BYTES_PER_CONNECTION);
      assertThat(client.ask("INFO")).contains("connected_clients:" + (CROWD + 1) + "\r\n");
      for (SocketChannel idle : crowd) {
        ping(idle);
      }
    } finally {
      for (SocketChannel idle : crowd) {
        idle.close();
      }
    }
  }

  private static void ping(SocketChannel channel) throws IOException {
    channel.write(ByteBuffer.wrap("PING\r\n".getBytes(UTF_8)));
    ByteBuffer answer = ByteBuffer.allocate(7);
    int read = 0;
    while (read >= 0 && answer.hasRemaining()) {
      read = channel.read(answer);
    }
    assertThat(new String(answer.array(), UTF_8)).isEqualTo("+PONG\r\n");
  }

  /** A client that sends as much as the server takes, and reads all of its answers. */
  private static final class Flood implements AutoCloseable {

    private static final byte[] REQUESTS = "MGETID 100\r\n".repeat(5_000).getBytes(UTF_8);

    private final SocketChannel channel;
    private final AtomicLong read = new AtomicLong();

    Flood(InetSocketAddress address) throws IOException {
      channel = SocketChannel.open(address);
      run(
          () -> {
            while (true) {
              channel.write(ByteBuffer.wrap(REQUESTS));
            }
          });
      run(
          () -> {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            int length = channel.read(buffer);
            while (length >= 0) {
              read.addAndGet(length);
              length = channel.read(buffer.clear());
            }
          });
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void run(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException e) { // the test is over
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    long read() {
      return read.get();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  @Test
  void calmConnectionIsServedBesideAFlood() throws Exception {
    try (Flood flood = new Flood(server.address());
        Flood other = new Flood(server.address());
        RespClient calm = new RespClient(server.address())) {
      long before = flood.read() + other.read();
      for (int i = 0; i < CALM_REQUESTS; i++) {
        assertThat(calm.ask("GETID")).startsWith(":");
      }
      long meanwhile = flood.read() + other.read() - before;
      System.out.println(CALM_REQUESTS + " calm answers beside " + meanwhile + " bytes of others");
      assertThat(meanwhile).isGreaterThan(1 << 20);
    }
  }
}
