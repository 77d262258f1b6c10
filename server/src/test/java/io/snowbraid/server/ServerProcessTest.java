package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the program as a process of its own, which a signal ends. */
@Tag("slow")
class ServerProcessTest {

  /** What a process has that was ended by SIGTERM. */
  private static final int TERMINATED = 143;

  /** What the server needs as a module. */
  private static final Pattern MODULES =
      Pattern.compile(
          ".*((server|jdbc-function|generator)/target/classes"
              + "|/(snowbraid|netty|prometheus-metrics|jackson-core|picocli|HikariCP|slf4j)-[^/]*\\.jar)");

  @TempDir Path directory;

  private static List<String> program(boolean isModule) {
    String path = System.getProperty("java.class.path");
    return isModule
        ? List.of("-p", modules(path), "-m", "io.snowbraid.server/" + ServerCommand.class.getName())
        : List.of("-cp", path, ServerCommand.class.getName());
  }

  private static String modules(String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(MODULES.asMatchPredicate())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Process start(boolean isModule) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    arguments.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    arguments.addAll(program(isModule));
    arguments.addAll(
        List.of(
            "--port", "0", "--data", directory.resolve("data").toString(), "--log-format", "json"));
    return new ProcessBuilder(arguments).redirectError(directory.resolve("log").toFile()).start();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void signalEndsTheServerAndGivesBackWhatItHeld(boolean isModule) throws Exception {
    for (int i = 0; i < 3; i++) {
      Process process = start(isModule);
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
