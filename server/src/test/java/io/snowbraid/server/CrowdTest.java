package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.program.ServerCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** The heap in use, as {@code jcmd} prints it for the serial collector, one line a generation. */
  private static final Pattern USED = Pattern.compile("generation .* used (\\d+)K");

  @TempDir Path directory;

  private Process server;
  private InetSocketAddress address;

  @BeforeEach
  void start() throws IOException {
    server =
        new ProcessBuilder(
                java("java"),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ServerCommand.class.getName(),
                "--port",
                "0",
                "--data",
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8));
    String first = output.readLine();
    int port = Integer.parseInt(first.substring(first.lastIndexOf(':') + 1));
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @AfterEach
  void end() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  private static String java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool).toString();
  }

  private String tell(String command) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(java("jcmd"), Long.toString(server.pid()), command)
            .redirectErrorStream(true)
            .start();
    String output = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
    assertThat(jcmd.waitFor()).as(output).isZero();
    return output;
  }

  /** Returns how many bytes of the heap are in use after a collection. */
  private long usedBytes() throws Exception {
    assertThat(tell("GC.run")).contains("executed successfully");
    Matcher matcher = USED.matcher(tell("GC.heap_info"));
    long kilobytes = matcher.results().mapToLong(used -> Long.parseLong(used.group(1))).sum();
    assertThat(kilobytes).isPositive();
    return kilobytes << 10;
  }

  @Test
  void tenThousandIdleConnectionsFitIntoASmallHeap() throws Exception {
    List<SocketChannel> crowd = new ArrayList<>();
    try (RespClient client = new RespClient(address)) {
      assertThat(client.ask("GETID")).startsWith(":");
      long before = usedBytes();
      for (int i = 0; i < CROWD; i++) {
        crowd.add(SocketChannel.open(address));
        ping(crowd.get(i));
      }
      long each = (usedBytes() - before) / CROWD;
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
    try (Flood flood = new Flood(address);
        Flood other = new Flood(address);
        RespClient calm = new RespClient(address)) {
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
