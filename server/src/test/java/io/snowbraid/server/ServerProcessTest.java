package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the program as a process of its own, which a signal ends. */
@Tag("slow")
class ServerProcessTest {

  /** What a process has that was ended by SIGTERM. */
  private static final int TERMINATED = 143;

  @TempDir Path directory;

  private Process start() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ServerCommand.class.getName(),
            "--port",
            "0",
            "--data",
            directory.resolve("data").toString(),
            "--log-format",
            "json")
        .redirectError(directory.resolve("log").toFile())
        .start();
  }

  @Test
  void signalEndsTheServerAndGivesBackWhatItHeld() throws Exception {
    for (int i = 0; i < 3; i++) {
      Process process = start();
      try (BufferedReader output =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        String first = output.readLine();
        assertThat(first).startsWith("Snowbraid issues ids on 127.0.0.1:");
        int port = Integer.parseInt(first.substring(first.lastIndexOf(':') + 1));
        assertThat(output.readLine()).isEqualTo("try: redis-cli -p " + port + " GETID");
        useAndEnd(process, port, i);
        assertThat(process.waitFor()).isEqualTo(TERMINATED);
        List<String> rest = output.lines().toList();
        assertThat(rest).isEmpty();
        requireLog();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private void requireLog() throws IOException {
    assertThat(Files.readAllLines(directory.resolve("log")))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("\"level\":\"INFO\"", "\"started: version=")
                    .contains(", announced=127.0.0.1:"),
            line -> assertThat(line).contains("\"numbers per key: took 16384 slots\""),
            line -> assertThat(line).contains("\"ending: answering what has arrived\""),
            line -> assertThat(line).contains("\"numbers per key: handed 16384 slots over"),
            line -> assertThat(line).matches("\\{\"time\":\".*Z\",.*\"message\":\"ended\"}"));
  }

  private static void useAndEnd(Process process, int port, int before) throws Exception {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (RespClient client = new RespClient(address)) {
      assertThat(client.ask("GETID")).startsWith(":");
      assertThat(client.ask("INFO")).contains("server_id:0\r\n");
      assertThat(client.ask("MNEXTID orders 10")).startsWith("[:" + (10 * before + 1) + ", ");
      boolean unused = process.toHandle().destroy(); // the other destroy() closes the output, too
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }
}
