package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.program.Store;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with the tools of Redis, which must be installed. */
@Tag("slow")
class RedisToolsTest {

  @TempDir static Path directory;

  private static String run(String tool, ServerFixture fixture, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/" + tool));
    command.addAll(List.of("-p", Integer.toString(fixture.address().getPort())));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    assertThat(Path.of(command.get(0)))
        .as("apt-get install redis-tools python3-redis")
        .isExecutable();
    return Programs.output(new ProcessBuilder(command)).strip();
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
        assertThat(output).contains("requests per second").doesNotContain("WARNING");
      }
    }
  }

  @Test
  void clusterIsCheckedWithoutAComplaint(@TempDir Path data) throws Exception {
    try (KeyServer server = KeyServer.start(Store.directory(data))) {
      String address = "127.0.0.1:" + server.address().getPort();
      String output = run(List.of("/usr/bin/redis-cli", "--cluster", "check", address));
      assertThat(output).contains("[OK] All 16384 slots covered.").doesNotContain("ERR");
    }
  }

  @Test
  void clusterClientOfPythonRunsTheSnippetOfThePage(@TempDir Path data) throws Exception {
    Matcher snippet =
        Pattern.compile("^```python\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("../docs/keyed.md")));
    assertThat(snippet.find()).isTrue();
    assertThat(snippet.group(1)).contains("7878");
    try (KeyServer server = KeyServer.start(Store.directory(data))) {
      String port = Integer.toString(server.address().getPort());
      String program = snippet.group(1).replace("7878", port);
      assertThat(run(List.of("/usr/bin/python3", "-c", program)).lines())
          .satisfiesExactly(
              number -> assertThat(number).isEqualTo("1"),
              id -> assertThat(id).matches("[0-9]{16,19}"));
    }
  }

  /** The client of Python wraps what a pipeline sends in MULTI and EXEC unless told otherwise. */
  @Test
  void pipelineOfPythonGetsIdsWithoutATransaction() throws Exception {
    try (ServerFixture fixture = start()) {
      String program =
          """
          import redis
          ids = redis.Redis(port=%d)
          pipeline = ids.pipeline(transaction=False)
          for i in range(100):
              pipeline.execute_command("NEXTID", "python")
              pipeline.execute_command("GETID")
          answers = pipeline.execute()
          print(answers[::2] == list(range(1, 101)) and len(set(answers)) == 200)
          try:
              ids.pipeline().execute_command("GETID").execute()
          except redis.ResponseError as e:
              print(e)
          print(ids.ping())
          """
              .formatted(fixture.address().getPort());
      assertThat(run(List.of("/usr/bin/python3", "-c", program)).lines())
          .satisfiesExactly(
              isRight -> assertThat(isRight).isEqualTo("True"),
              error -> assertThat(error).startsWith("MULTI and EXEC are not supported; "),
              isUsable -> assertThat(isUsable).isEqualTo("True"));
    }
  }
}
