package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.TestOutput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that strangers cannot use up the memory of a server of 64 MB, and that it serves others.
 */
@Tag("slow")
class HostileCrowdTest {

  private static final int LIMIT_PERCENT = 80;

  /** What each connection sends, and then does nothing more, not even read. */
  private enum Attack {
    REQUEST(10_000, "*2\r\n$3\r\nGET\r\n$16000\r\n" + "x".repeat(15_900)),
    ANSWERS(1_000, "MGETID 100\r\n".repeat(1_300)),
    HTTP_LINE(4_000, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(7_000)),
    HTTP_HEADERS(10_000, "GET / HTTP/1.1\r\nHost: localhost\r\n" + "a:b\r\n".repeat(1_500)),
    HTTP_LONG_LINE(
        4_000, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(7_000) + "\r\n\r\n"),
    HTTP_BODY(
        4_000,
        "POST /ids HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
            + "\r\nContent-Length: 16000\r\n\r\n"
            + "x".repeat(15_000)),
    HTTP_ANSWERS(
        300,
        ("POST /ids?count=100 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
                + "x".repeat(100)
                + "GET /ids?count=100 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .repeat(1_000)),
    TLS_SILENCE(10_000, ""),
    TLS_RECORD(4_000, "\u0016\u0003\u0001?\u0000" + "x".repeat(16_000)),
    TLS_HELLO(3_000, "");

    private final int connections;
    private final String sent;

    Attack(int connections, String sent) {
      this.connections = connections;
      this.sent = sent;
    }

    boolean isEncrypted() {
      return name().startsWith("TLS");
    }

    boolean isHttp() {
      return name().startsWith("HTTP");
    }

    byte[] bytes() throws Exception {
      return this == TLS_HELLO ? hello() : sent.getBytes(US_ASCII);
    }

    private static byte[] hello() throws Exception {
      SSLEngine client = SSLContext.getDefault().createSSLEngine();
      client.setUseClientMode(true);
      ByteBuffer hello = ByteBuffer.allocate(1 << 15);
      client.wrap(ByteBuffer.allocate(0), hello);
      return Arrays.copyOf(hello.array(), hello.position());
    }
  }

  @TempDir Path directory;

  private final AtomicBoolean isOver = new AtomicBoolean();

  private RespClient connect(Attack attack, SelfSigned own, InetSocketAddress address)
      throws Exception {
    return attack.isEncrypted()
        ? RespClient.over(own.trusting().getSocketFactory(), address)
        : new RespClient(address);
  }

  /** Asks for ids until the attack is over, and returns how long each answer took. */
  private Callable<long[]> goodClient(RespClient client) {
    return () -> {
      LongStream.Builder nanos = LongStream.builder();
      while (!isOver.get()) {
        long begun = System.nanoTime();
        assertThat(client.ask("GETID")).startsWith(":");
        nanos.add(System.nanoTime() - begun);
        TimeUnit.MILLISECONDS.sleep(2);
      }
      return nanos.build().sorted().toArray();
    };
  }

  @ParameterizedTest
  @EnumSource
  void memoryIsBoundedAndOthersAreServed(Attack attack) throws Exception {
    SelfSigned own = SelfSigned.of("EC");
    List<String> settings = new ArrayList<>(List.of("--http-port", "0"));
    if (attack.isEncrypted()) {
      settings.addAll(
          List.of(
              "--tls-certificate", own.writeCertificate(directory).toString(),
              "--tls-key", own.writeKey(directory).toString()));
    }
    List<SocketChannel> strangers = new ArrayList<>();
    try (SmallServer server = SmallServer.start(directory, settings.toArray(String[]::new));
        RespClient client = connect(attack, own, server.address())) {
      InetSocketAddress attacked = attack.isHttp() ? server.readAddress() : server.address();
      FutureTask<long[]> good = new FutureTask<>(goodClient(client));
      new Thread(good, "good client").start();
      long most = 0;
      ByteBuffer bytes = ByteBuffer.wrap(attack.bytes());
      for (int i = 1; i < attack.connections; i++) {
        strangers.add(stranger(attacked, bytes.duplicate()));
        if (i % (attack.connections / 4) == 0) {
          most = Math.max(most, server.usedBytes());
        }
      }
      most = Math.max(most, server.usedBytes());
      isOver.set(true);
      long[] nanos = good.get();
      TestOutput.show(
          "%s: %d %% of the heap, %d answers, 99 %% within %.1f ms"
              .formatted(
                  attack,
                  100 * most / SmallServer.HEAP,
                  nanos.length,
                  nanos[nanos.length * 99 / 100] / 1e6));
      assertThat(nanos).hasSizeGreaterThan(10);
      assertThat(100 * most / SmallServer.HEAP).isLessThan(LIMIT_PERCENT);
      assertThat(server.isAlive()).isTrue();
    } finally {
      isOver.set(true);
      for (SocketChannel stranger : strangers) {
        stranger.close();
      }
    }
  }

  /** Connects, and sends as much as goes at once. */
  private static SocketChannel stranger(InetSocketAddress address, ByteBuffer bytes)
      throws IOException {
    SocketChannel channel = SocketChannel.open(address);
    channel.configureBlocking(false);
    try {
      channel.write(bytes);
    } catch (IOException e) { // the server has closed it already
    }
    return channel;
  }
}
