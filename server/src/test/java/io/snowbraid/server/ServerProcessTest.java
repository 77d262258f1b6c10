package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.server.program.ServerCommand;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the program as a process of its own, which a signal ends. */
@Tag("slow")
class ServerProcessTest {

  private static final Pattern ANNOUNCED =
      Pattern.compile("Snowbraid issues ids on 127\\.0\\.0\\.1:([0-9]+)");

  /** What a process has that was ended by SIGTERM. */
  private static final int TERMINATED = 143;

  /** What the server needs, without what only tests do. */
  private static final Pattern NEEDED =
      Pattern.compile(
          ".*((server|keyed|jdbc-function|generator)/target/classes|/(snowbraid|netty|prometheus-metrics|jackson-core|agroal|h2|picocli)-[^/]*\\.jar)");

  @TempDir Path directory;

  private static List<String> program(boolean isModule) {
    String path = JavaProcess.classPath(NEEDED.asMatchPredicate());
    return isModule
        ? List.of("-p", path, "-m", "io.snowbraid.server/" + ServerCommand.class.getName())
        : List.of("-cp", path, ServerCommand.class.getName());
  }

  private Process start(boolean isModule, String... options) throws Exception {
    ProcessBuilder server = JavaProcess.with("-Xmx64m");
    List<String> arguments = server.command();
    arguments.addAll(program(isModule));
    arguments.addAll(List.of("--port", "0"));
    arguments.addAll(List.of(options));
    arguments.addAll(0, List.of("env", "--default-signal=HUP")); // which nohup makes it ignore
    return server.redirectError(directory.resolve("log").toFile()).start();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void signalEndsTheServerAndGivesBackWhatItHeld(boolean isModule) throws Exception {
    for (int i = 0; i < 3; i++) {
      Process process =
          start(isModule, "--data", directory.resolve("data").toString(), "--log-format", "json");
      try (BufferedReader output =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        int port = port(output);
        useAndEnd(process, port, "[:" + (10 * i + 1) + ", ");
        assertThat(process.waitFor()).isEqualTo(TERMINATED);
        List<String> rest = output.lines().toList();
        assertThat(rest).isEmpty();
        requireLog();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static int port(BufferedReader output) throws IOException {
    Matcher announced = ANNOUNCED.matcher(output.readLine());
    assertThat(announced.find()).isTrue();
    return Integer.parseInt(announced.group(1));
  }

  /** H2 closes its file when the signal comes, and opens it for what is given back. */
  @Test
  void signalDuringUseGivesBackWhatIsHeldInH2() throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("ids");
    for (int i = 0; i < 3; i++) {
      Process process = start(false, "--store", url);
      try (BufferedReader output =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        useAndEnd(process, port(output), "[:"); // a draw without an answer loses its numbers
        assertThat(process.waitFor()).isEqualTo(TERMINATED);
      } finally {
        process.destroyForcibly();
      }
      List<String> log = Files.readAllLines(directory.resolve("log"));
      assertThat(log)
          .noneMatch(line -> line.startsWith("\tat "))
          .anyMatch(line -> line.contains("numbers per key: released "));
      assertThat(log).filteredOn(line -> line.contains("WARN")).hasSizeLessThan(2);
      JdbcDataSource database = new JdbcDataSource();
      database.setURL(url);
      assertThat(JdbcWorkerSource.of(database).workers())
          .extracting(WorkerInfo::worker, WorkerInfo::state)
          .containsExactly(tuple(0, WorkerInfo.State.RELEASED));
    }
  }

  @Test
  void hangUpReadsTheUsersAgain() throws Exception {
    Path users =
        Files.writeString(directory.resolve("users"), Users.line("anna", Users.newSecret()));
    Process process =
        start(false, "--data", directory.resolve("data").toString(), "--users", users.toString());
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      port(output);
      Programs.signal("HUP", process.toHandle());
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> Files.readString(directory.resolve("log")),
              log -> log.contains("reloaded certificates and users: files=[" + users + "]"));
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  private void requireLog() throws IOException {
    assertThat(Files.readAllLines(directory.resolve("log")))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("\"level\":\"INFO\"", "\"started: version=")
                    .contains(", announced=127.0.0.1:"),
            line -> assertThat(line).contains("\"numbers per key: acquired 16384 slots\""),
            line -> assertThat(line).contains("\"shutting down: finishing requests in progress\""),
            line -> assertThat(line).contains("\"numbers per key: released 16384 slots"),
            line -> assertThat(line).matches("\\{\"time\":\".*Z\",.*\"message\":\"shut down\"}"));
  }

  private static void useAndEnd(Process process, int port, String numbers) throws Exception {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (RespClient client = new RespClient(address)) {
      assertThat(client.ask("GETID")).startsWith(":");
      assertThat(client.ask("INFO")).contains("server_id:0\r\n");
      assertThat(client.ask("MNEXTID orders 10")).startsWith(numbers);
      await() // on a busy machine the server announces itself before it has all slots
          .atMost(Duration.ofMinutes(1))
          .until(() -> client.ask("INCR key"), answer -> answer.startsWith(":"));
      process.toHandle().destroy(); // the other destroy() closes the output, too
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }
}
