package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.server.program.Store;
import io.snowbraid.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Moves numbers from a server of Redis by the script of docs/keyed.md, and back. Needs {@code
 * redis-server}.
 */
@Tag("end-to-end")
class RedisMoveTest {

  private static final int KEYS = 50;

  @TempDir private Path directory;

  private int oldPort;
  private Process redis;
  private KeyServer server;

  @BeforeEach
  void start() throws Exception {
    oldPort = FreePort.find();
    redis =
        new ProcessBuilder("redis-server", "--port", Integer.toString(oldPort), "--save", "")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    await()
        .atMost(ofMinutes(1))
        .until(() -> shell("redis-cli -p " + oldPort + " PING").contains("PONG"));
    server = KeyServer.start(Store.directory(directory.resolve("data")), settings -> settings);
  }

  @AfterEach
  void end() throws Exception {
    server.close();
    redis.destroyForcibly().waitFor();
  }

  private static String script() throws IOException {
    String page = Files.readString(Path.of("../docs/keyed.md"));
    Matcher script =
        Pattern.compile("```sh\n(redis-cli -h old.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(script.find()).isTrue();
    return script.group(1);
  }

  private static String shell(String script) throws IOException {
    Process process = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
  }

  private String askOld(String command) throws IOException {
    return shell("redis-cli -p " + oldPort + " " + command);
  }

  private long ask(String command) throws IOException {
    return Long.parseLong(shell("redis-cli -p " + server.address().getPort() + " " + command));
  }

  /** Moves all keys; returns what the script prints. */
  private String move() throws IOException {
    return shell(
        "cd '"
            + directory
            + "'; "
            + script()
                .replace("-h old-redis", "-p " + oldPort)
                .replace("-p 7878", "-p " + server.address().getPort()));
  }

  @Test
  void numbersGoOnThereAndBack() throws Exception {
    for (int key = 1; key <= KEYS; key++) {
      assertThat(askOld("INCRBY 'seq:no. " + key + "' " + 10 * key)).isEqualTo("" + 10 * key);
    }
    assertThat(move()).isEmpty();
    assertThat(Files.readAllLines(directory.resolve("moved"))).hasSize(KEYS);
    List<Long> numbers = new ArrayList<>();
    for (int key = 1; key <= KEYS; key++) {
      numbers.add(ask("INCR 'seq:no. " + key + "'"));
      assertThat(numbers.get(key - 1)).isGreaterThan(10L * key);
    }
    for (int key = 1; key <= KEYS; key++) {
      String name = "'seq:no. " + key + "'";
      assertThat(askOld("SET " + name + " " + ask("ADVANCE " + name + " 1"))).isEqualTo("OK");
      assertThat(Long.parseLong(askOld("INCR " + name))).isGreaterThan(numbers.get(key - 1));
    }
  }

  @Test
  void keysThatDoNotMoveAreShown() throws Exception {
    assertThat(askOld("SET seq:none 0")).isEqualTo("OK");
    assertThat(askOld("SET seq:large 5000000000000000000")).isEqualTo("OK");
    assertThat(askOld("SET seq:good 7")).isEqualTo("OK");
    assertThat(move().lines())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("seq:none: ERR "),
            line -> assertThat(line).startsWith("seq:large: ERR "));
    assertThat(directory.resolve("moved")).content().contains("seq:good: 7\n");
  }
}
