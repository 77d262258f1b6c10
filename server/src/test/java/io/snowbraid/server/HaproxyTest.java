package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.program.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the health check on the page of the server with HAProxy, which must be installed. */
@Tag("slow")
class HaproxyTest {

  private static final Path TOOL = Path.of("/usr/sbin/haproxy");
  private static final Path PAGE = Path.of("../docs/server.md");

  @TempDir Path directory;

  private static String backend(InetSocketAddress first, InetSocketAddress second)
      throws IOException {
    Matcher matcher =
        Pattern.compile("^```haproxy\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    assertThat(matcher.find()).isTrue();
    String backend = matcher.group(1);
    assertThat(backend).contains("10.0.0.1:7878", "10.0.0.2:7878");
    return backend
        .replace("10.0.0.1:7878", "127.0.0.1:" + first.getPort())
        .replace("10.0.0.2:7878", "127.0.0.1:" + second.getPort());
  }

  private Path socket() {
    return directory.resolve("socket");
  }

  private Process start(String backend) throws IOException {
    String configuration =
        """
        global
          stats socket %s
        defaults
          mode tcp
          timeout connect 1m
          timeout server 1m
          timeout check 1m
        %s
        """
            .formatted(socket(), backend);
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), configuration);
    assertThat(TOOL).as("apt-get install haproxy").isExecutable();
    return new ProcessBuilder(TOOL.toString(), "-db", "-f", file.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("log").toFile())
        .start();
  }

  /**
   * Returns what the last check of each server found: L7OK if it answered as expected. HAProxy
   * calls servers up before it has checked them, so their status says less.
   */
  private Map<String, String> checks() throws IOException {
    List<String> lines;
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      channel.write(ByteBuffer.wrap("show stat\n".getBytes(UTF_8)));
      byte[] answer = Channels.newInputStream(channel).readAllBytes();
      lines = new String(answer, UTF_8).strip().lines().toList();
    }
    List<String> columns = Arrays.asList(lines.get(0).split(",", -1));
    Map<String, String> checks = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      checks.put(values[columns.indexOf("svname")], values[columns.indexOf("check_status")]);
    }
    checks.remove("BACKEND");
    return checks;
  }

  @Test
  void usualCheckForRedisFindsThatServersAreUp() throws Exception {
    try (ServerFixture ids =
            new ServerFixture(
                directory.resolve("workers"), SegmentSource.inMemory(), settings -> settings);
        KeyServer keys = KeyServer.start(Store.directory(directory.resolve("keys")))) {
      Process haproxy = start(backend(ids.address(), keys.address()));
      try {
        await()
            .atMost(Duration.ofMinutes(1))
            .ignoreExceptionsInstanceOf(IOException.class) // until its socket is there
            .untilAsserted(
                () -> assertThat(checks()).isEqualTo(Map.of("first", "L7OK", "second", "L7OK")));
      } finally {
        haproxy.destroy();
        haproxy.waitFor();
      }
    }
  }
}
