package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.program.Store;
import io.snowbraid.testing.FreePort;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rules and the dashboard with Prometheus itself, which must be installed. */
@Tag("slow")
class MonitoringTest {

  private static final Path RULES = Path.of("src/main/monitoring/snowbraid-alerts.yml");
  private static final Path RULE_TESTS = Path.of("src/test/monitoring/snowbraid-alerts-test.yml");
  private static final Path DASHBOARD = Path.of("src/main/monitoring/snowbraid-dashboard.json");
  private static final Path OPERATION = Path.of("../docs/operation.md");

  /** A query in the dashboard; no string in it is quoted. */
  private static final Pattern PANEL_QUERY = Pattern.compile("\"expr\": \"([^\"]+)\"");

  private static final Pattern RULE_QUERY = Pattern.compile("expr: '([^']+)'");
  private static final Pattern RUNBOOK = Pattern.compile("runbook: docs/operation.md#(\\S+)");

  @TempDir Path directory;

  private static List<String> found(Pattern pattern, Path file) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult result) -> result.group(1))
        .toList();
  }

  private String run(String... command) throws IOException, InterruptedException {
    assertThat(Path.of(command[0])).as("apt-get install prometheus").isExecutable();
    return Programs.output(new ProcessBuilder(command).directory(directory.toFile()));
  }

  @Test
  void rulesFireWhenTheyShouldAndNameWhatToDo() throws Exception {
    Files.copy(RULES, directory.resolve("snowbraid-alerts.yml"));
    Files.copy(RULE_TESTS, directory.resolve("test.yml"));
    assertThat(run("/usr/bin/promtool", "test", "rules", "test.yml")).contains("SUCCESS");
    List<String> sections = found(RUNBOOK, RULES);
    assertThat(sections).hasSameSizeAs(found(RULE_QUERY, RULES)).hasSizeGreaterThan(10);
    String page = Files.readString(OPERATION);
    assertThat(sections).allMatch(section -> page.contains("<a name=\"" + section + "\"></a>"));
    String tests = Files.readString(RULE_TESTS);
    assertThat(found(Pattern.compile("alert: (\\S+)"), RULES))
        .allMatch(alert -> tests.contains("alertname: " + alert));
  }

  @Test
  void queriesFindWhatTheServerShows() throws Exception {
    try (KeyServer server =
            KeyServer.start(
                Store.directory(directory.resolve("data")),
                settings -> settings.http(HttpSettings.DEFAULT.withPort(0)));
        RespClient client = server.connect()) {
      int port = FreePort.find();
      Files.writeString(
          directory.resolve("prometheus.yml"),
          """
          scrape_configs:
            - job_name: snowbraid
              scrape_interval: 1s
              static_configs: [{targets: ["127.0.0.1:%d"]}]
          """
              .formatted(server.httpAddress().getPort()));
      Process prometheus = start(port);
      try {
        List<String> queries = found(PANEL_QUERY, DASHBOARD);
        assertThat(queries).hasSizeGreaterThan(20);
        for (String query : queries) {
          await()
              .atMost(Duration.ofMinutes(1))
              .until(
                  () -> {
                    client.ask("INCR key");
                    client.ask("NEXTID tag");
                    client.ask("GETID");
                    return hasResult(port, query);
                  });
        }
        assertThat(hasResult(port, "snowbraid_metric_that_is_not_there")).isFalse();
        for (String query : found(RULE_QUERY, RULES)) {
          boolean hasResult = hasResult(port, query);
          boolean isOfDurations = query.contains("_duration_seconds"); // long on a busy machine
          assertThat(hasResult && !isOfDurations).as(query).isFalse();
        }
      } finally {
        prometheus.destroy();
        prometheus.waitFor();
      }
    }
  }

  private Process start(int port) throws IOException {
    return new ProcessBuilder(
            "/usr/bin/prometheus",
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=" + directory.resolve("series"),
            "--web.listen-address=127.0.0.1:" + port)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("prometheus.log").toFile())
        .start();
  }

  private static boolean hasResult(int port, String query) throws InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, UTF_8));
    try {
      String body =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(body).as(query).startsWith("{\"status\":\"success\"");
      return !body.contains("\"result\":[]");
    } catch (IOException e) { // it is still starting
      return false;
    }
  }
}
