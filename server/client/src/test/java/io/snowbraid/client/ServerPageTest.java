package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the snippets on the page of the server, each in its language, with the clients that Debian
 * and npm have.
 */
@Tag("slow")
class ServerPageTest {

  private static final Path PAGE = Path.of("../../docs/server.md");

  @TempDir private Path directory;

  private static Snippet snippet(String language) throws IOException {
    return Snippet.of(PAGE, language).get(0);
  }

  /** Runs a program, which must be there, and returns the lines that it prints. */
  private List<String> run(String... command) throws IOException, InterruptedException {
    ProcessBuilder process = new ProcessBuilder(command).directory(directory.toFile());
    return Programs.output(process).lines().toList();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private List<String> shell(TestServer server) throws Exception {
    return run("sh", "-e", file("ids.sh", at(server, snippet("sh").code())));
  }

  private List<String> python(TestServer server) throws Exception {
    return run("/usr/bin/python3", file("ids.py", at(server, snippet("python").code())));
  }

  private List<String> node(TestServer server, String program) throws Exception {
    for (String name : List.of("package.json", "package-lock.json")) {
      Files.copy(Path.of("src/test/resources/node", name), directory.resolve(name));
    }
    List<String> installed = run("npm", "ci", "--no-audit", "--no-fund");
    assertThat(installed).isNotEmpty();
    return run("node", file("ids.js", at(server, program)));
  }

  private List<String> java(TestServer server) throws Exception {
    Snippet snippet = snippet("java");
    String source =
        """
        %s
        class Ids {
          public static void main(String[] arguments) {
            %s
          }
        }
        """
            .formatted(snippet.imports(), at(server, snippet.code()));
    return run(
        JavaProcess.with("-cp", JavaProcess.CLASS_PATH, file("Ids.java", source))
            .command()
            .toArray(String[]::new));
  }

  private static String at(TestServer server, String snippet) {
    assertThat(snippet).contains("7878");
    return snippet.replace("7878", Integer.toString(server.port()));
  }

  @Test
  void eachLanguageGetsIdsAndNumbers() throws Exception {
    List<List<String>> printed = new ArrayList<>();
    try (TestServer server = new TestServer(directory.resolve("data"))) {
      printed.add(shell(server));
      printed.add(python(server));
      printed.add(node(server, snippet("js").code()));
      printed.add(java(server));
    }
    assertThat(printed).allSatisfy(lines -> assertThat(lines).hasSize(2));
    assertThat(printed.stream().map(lines -> Long.parseLong(lines.get(0))).toList())
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(id -> id > 1L << 53);
    assertThat(printed.stream().map(lines -> lines.get(1)).toList())
        .containsExactly("1", "2", "3", "4");
  }

  @Test
  void pipelineOfNodeRedisGetsIdsAndNumbers() throws Exception {
    String program =
        """
        const { createClient } = require("redis");

        async function main() {
          const ids = await createClient({ socket: { port: 7878 } }).connect();
          const next = ["NEXTID", "node"];
          const answers = await ids.multi().addCommand(next).addCommand(["GETID"])
            .addCommand(next).execAsPipeline();
          console.log(answers.map((answer) => typeof answer).join(), answers[0], answers[2]);
          await ids.close();
        }
        main();
        """;
    try (TestServer server = new TestServer(directory.resolve("data"))) {
      assertThat(node(server, program)).containsExactly("number,number,number 1 2");
    }
  }
}
