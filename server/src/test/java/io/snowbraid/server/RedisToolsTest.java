package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.segment.SegmentSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with the tools of Redis, where these are installed. */
@Tag("slow")
class RedisToolsTest {

  @TempDir static Path directory;

  private static String run(String tool, ServerFixture fixture, String... arguments)
      throws IOException, InterruptedException {
    Path program = Path.of("/usr/bin", tool);
    assumeTrue(Files.isExecutable(program), () -> "needs " + program);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of("-p", Integer.toString(fixture.address().getPort())));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }

  private static ServerFixture start() {
    return new ServerFixture(directory, SegmentSource.inMemory(), settings -> settings);
  }

  @Test
  void commandLineToolGetsIds() throws Exception {
    try (ServerFixture fixture = start()) {
      assertThat(run("redis-cli", fixture, "GETID")).matches("[0-9]{16,19}");
      assertThat(run("redis-cli", fixture, "-3", "MGETID", "2").lines()).hasSize(2);
      assertThat(run("redis-cli", fixture, "NEXTID", "orders")).isEqualTo("1");
      assertThat(run("redis-cli", fixture, "-3", "--no-raw", "NEXTID", "orders"))
          .isEqualTo("(integer) 2");
      assertThat(run("redis-cli", fixture, "INFO", "server")).contains("server_id:");
    }
  }

  @Test
  void benchmarkGetsIds() throws Exception {
    try (ServerFixture fixture = start()) {
      for (String pipeline : List.of("1", "16")) {
        String output =
            run("redis-benchmark", fixture, "-n", "20000", "-P", pipeline, "-q", "GETID");
        assertThat(output).contains("requests per second");
      }
    }
  }
}
