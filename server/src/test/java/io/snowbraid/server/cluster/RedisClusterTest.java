package io.snowbraid.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients and the history on a cluster of Redis itself: sound while nothing fails, and not
 * sound when a server of it has forgotten its keys. Needs {@code redis-server}.
 */
@Tag("end-to-end")
class RedisClusterTest {

  private static final int SERVERS = 3;
  private static final int USE_MILLIS = 3_000;

  @TempDir private Path directory;

  private final List<Integer> ports = new ArrayList<>();
  private final List<Process> servers = new ArrayList<>();
  private final List<Load> loads = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    List<String> create = new ArrayList<>(List.of("--cluster", "create"));
    for (int i = 0; i < SERVERS; i++) {
      ports.add(FreePort.find());
      servers.add(server(i));
      create.add("127.0.0.1:" + ports.get(i));
    }
    create.add("--cluster-yes");
    for (int port : ports) {
      awaitAnswer(port, "PING", "PONG");
    }
    assertThat(redisCli(create)).contains("All 16384 slots covered");
    for (int port : ports) {
      awaitAnswer(port, "CLUSTER INFO", "cluster_state:ok");
    }
    for (KeyClient.Kind kind : KeyClient.Kind.values()) {
      loads.add(Load.start(kind, ports));
    }
  }

  @AfterEach
  void end() {
    loads.forEach(Load::close);
    servers.forEach(Process::destroyForcibly);
  }

  private Process server(int number) throws IOException {
    Path home = Files.createDirectories(directory.resolve("redis-" + number));
    return new ProcessBuilder(
            "redis-server",
            "--port",
            Integer.toString(ports.get(number)),
            "--cluster-enabled",
            "yes",
            "--save",
            "",
            "--dir",
            home.toString())
        .redirectErrorStream(true)
        .redirectOutput(home.resolve("log").toFile())
        .start();
  }

  private static String redisCli(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("redis-cli"));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }

  private static void awaitAnswer(int port, String command, String answer) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-p", Integer.toString(port)));
    arguments.addAll(List.of(command.split(" ", -1)));
    while (!redisCli(arguments).contains(answer)) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private History history() throws InterruptedException {
    List<CallLog> logs = new ArrayList<>();
    for (Load load : loads) {
      List<CallLog> ended = load.end();
      System.out.printf(
          "%s: %,d calls, failed %s%n",
          load.kind(), ended.stream().mapToInt(CallLog::size).sum(), load.failures());
      logs.addAll(ended);
    }
    return History.of(logs, Load.KEYS.size());
  }

  @Test
  void historyIsSoundWhileSlotsMove() throws Exception {
    TimeUnit.MILLISECONDS.sleep(USE_MILLIS);
    assertThat(
            redisCli(
                List.of(
                    "--cluster",
                    "rebalance",
                    "127.0.0.1:" + ports.get(0),
                    "--cluster-weight",
                    redisCli(List.of("-p", ports.get(0).toString(), "CLUSTER", "MYID")).strip()
                        + "=2")))
        .contains("Moving");
    for (Load load : loads) {
      load.awaitAllKeys();
    }
    History history = history();
    assertThat(history.faults()).isEmpty();
    assertThat(history.fewestCalls()).isGreaterThan(10);
  }

  @Test
  void historyIsNotSoundAfterAServerForgotItsKeys() throws Exception {
    TimeUnit.MILLISECONDS.sleep(USE_MILLIS);
    servers.get(0).destroyForcibly().waitFor();
    servers.set(0, server(0));
    for (Load load : loads) {
      load.awaitAllKeys();
    }
    assertThat(history().faults()).isNotEmpty();
  }
}
