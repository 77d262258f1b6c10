package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks with a client in another language. */
@Tag("slow")
class CurlTest {

  private static final String CURL = "/usr/bin/curl";

  @TempDir static Path directory;

  @BeforeAll
  static void requireCurl() {
    assumeTrue(Files.isExecutable(Path.of(CURL)), CURL + " is not installed");
  }

  private static String run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(CURL, "-sS", "--max-time", "60"));
    line.addAll(List.of(arguments));
    return Programs.output(new ProcessBuilder(line));
  }

  @Test
  void idsAndProblems() throws Exception {
    try (HttpFixture server = HttpFixture.start(directory, HttpSettings.DEFAULT)) {
      assertThat(run(server.url("/ids?count=2"))).matches("\\[\"[0-9]{18,19}\",\"[0-9]{18,19}\"]");
      assertThat(run(server.url("/segments/a"), server.url("/segments/a")))
          .isEqualTo("[\"1\"][\"2\"]");
      assertThat(run("-i", "--http1.0", server.url("/health/live")))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .endsWith("{\"status\":\"UP\"}");
      assertThat(run("-I", server.url("/health/ready"))).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(run("-i", "-X", "DELETE", server.url("/ids")))
          .startsWith("HTTP/1.1 405 Method Not Allowed\r\n");
    }
  }

  @Test
  void bodyThatIsTooLargeIsRefusedInWordsOfHttp() throws Exception {
    Path large = Files.write(directory.resolve("large"), new byte[3_000_000]);
    try (HttpFixture server =
        HttpFixture.start(directory.resolve("ids"), HttpSettings.DEFAULT.withLeaf(true))) {
      String url = server.url("/api/segment/get/a");
      assertThat(run("-i", "--data-binary", "@" + large, url)).contains("HTTP/1.1 413 ");
      assertThat(run("-i", "-H", "Expect: 100-continue", "-d", "a=b", url)).endsWith("\r\n\r\n1");
    }
  }
}
