package io.snowbraid.server.internal.http;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.BrokenTag;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.RoutedNumbers;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.http.HttpSettings;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the server's own interface. */
class OwnApiTest {

  @TempDir static Path directory;

  private static HttpFixture server;

  @BeforeAll
  static void start() {
    server = HttpFixture.start(directory, HttpSettings.DEFAULT);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String[] texts(String json) {
    assertThat(json).matches("\\[(\"[0-9]+\"(,|(?=\\])))+\\]");
    return json.substring(2, json.length() - 2).split("\",\"", -1);
  }

  @Test
  void idsAreAnArrayOfTexts() throws Exception {
    HttpResponse<String> one = server.get("/ids");
    assertThat(one.statusCode()).isEqualTo(200);
    assertThat(one.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(one.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(one.headers().firstValue("date").orElseThrow()).endsWith(" GMT");
    assertThat(texts(one.body())).hasSize(1);
    long[] ids =
        Arrays.stream(texts(server.body("/ids?count=100"))).mapToLong(Long::parseLong).toArray();
    assertThat(ids).hasSize(100).doesNotHaveDuplicates().isSorted();
    assertThat(ids[0]).isGreaterThan(Long.parseLong(texts(one.body())[0]));
  }

  @Test
  void partsOfAnIdAreShown() throws Exception {
    String id = texts(server.body("/ids"))[0];
    IdParts parts = server.ids.layout().decode(Long.parseLong(id));
    assertThat(parts.worker()).isEqualTo(server.ids.workerId());
    assertThat(server.body("/ids/" + id))
        .isEqualTo(
            "{\"id\":\"%s\",\"time\":\"%s\",\"rollback\":%d,\"timeline\":%d,\"worker\":%d"
                    .formatted(id, parts.time(), parts.rollback(), parts.timeline(), parts.worker())
                + ",\"sequence\":%d,\"tail\":0}".formatted(parts.sequence()));
  }

  @Test
  void numbersOfTagsAreTextsToo() throws Exception {
    assertThat(server.body("/segments/orders")).isEqualTo("[\"1\"]");
    assertThat(server.body("/segments/orders?count=3")).isEqualTo("[\"2\",\"3\",\"4\"]");
    assertThat(server.body("/segments/a%20b%2F%C3%BC")).isEqualTo("[\"1\"]");
    assertThat(server.segments.status("a b/ü")).isPresent();
    assertThat(server.body("/segments/a+b")).isEqualTo("[\"1\"]");
    assertThat(server.segments.status("a+b")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|Bad Request|/ids?count=0|count must be between 1 and 100, but is 0",
        "400|Bad Request|/ids?count=101|count must be between 1 and 100, but is 101",
        "400|Bad Request|/ids?count=x|count must be a 64-bit integer, but is x",
        "400|Bad Request|/ids?count=99999999999999999999|count must be a 64-bit integer",
        "400|Bad Request|/ids?count=1&count=5|count must be given only once: count=1, count=5",
        "400|Bad Request|/ids?cout=5|parameter must be one of [count], but is cout",
        "400|Bad Request|/segments/twice?count=2&a=b&count=2|count must be given only once:"
            + " count=2, c",
        "400|Bad Request|/ids/x|id must be a 64-bit integer, but is x",
        "400|Bad Request|/ids/-1|id must be",
        "400|Bad Request|/segments/%20|tag must not be blank",
        "400|Bad Request|/segments/a%0Ab|tag must not contain control characters: a\\nb",
        "400|Bad Request|/segments/%FF|path must be UTF-8",
        "404|Not Found|/|path must exist: path=/;",
        "404|Not Found|/ids/|path must exist: path=/ids/;",
        "404|Not Found|/segments|path must exist: path=/segments;",
        "404|Not Found|/segments/a/b|path must exist: path=/segments/a/b;",
        "404|Not Found|/x%22%3C|path must exist: path=/x%22%3C;",
        "404|Not Found|/api/segment/get/a|path must exist: path=/api/",
        "404|Not Found|/tinyid/id/nextId|path must exist: path=/tinyid/",
        "404|Not Found|/camellia/id/gen/snowflake/genId|path must exist: path=/",
      })
  void wrongRequestsAreProblems(int status, String title, String path, String detail)
      throws Exception {
    HttpResponse<String> response = server.get(path);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(response.body())
        .startsWith(
            "{\"type\":\"about:blank\",\"title\":\""
                + title
                + "\",\"status\":"
                + status
                + ",\"detail\":\""
                + detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "X"})
  void otherMethodsAreNotAllowedAndIssueNothing(String method) throws Exception {
    HttpResponse<String> response =
        HttpFixture.send(
            HttpRequest.newBuilder(URI.create(server.url("/segments/methods")))
                .method(method, HttpRequest.BodyPublishers.noBody()));
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("allow")).hasValue("GET");
    assertThat(server.segments.status("methods")).isEmpty();
  }

  @Test
  void healthIsShownAndChangesWithTheGenerator() throws Exception {
    assertThat(server.body("/health/live")).isEqualTo("{\"status\":\"UP\"}");
    assertThat(server.body("/health/ready"))
        .isEqualTo(
            "{\"status\":\"UP\",\"ids\":\"READY\",\"tags\":\"UP\",\"keys\":\"OFF\",\"worker\":"
                + server.ids.workerId()
                + ",\"store\":\"UP\",\"draining\":false}");
    try (RawHttpClient client = server.connect()) {
      client.send("HEAD /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.readHead().status()).isEqualTo(200);
      assertThat(client.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
    }
  }

  @Test
  void closedGeneratorIsNotReady(@TempDir Path other) throws Exception {
    try (HttpFixture closed = HttpFixture.start(other, HttpSettings.DEFAULT)) {
      closed.ids.close();
      HttpResponse<String> ready = closed.get("/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).startsWith("{\"status\":\"DOWN\",\"ids\":\"CLOSED\",");
      HttpResponse<String> id = closed.get("/ids");
      assertThat(id.statusCode()).isEqualTo(503);
      assertThat(id.headers().firstValue("retry-after")).hasValue("1");
      assertThat(closed.get("/health/live").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void metricsCountWhatWasDone(@TempDir Path other) throws Exception {
    try (HttpFixture fresh = HttpFixture.start(other, HttpSettings.DEFAULT)) {
      fresh.body("/ids?count=7");
      fresh.body("/segments/a%22b?count=3");
      fresh.body("/nowhere");
      assertThat(fresh.get("/health/ready/keys").statusCode()).isEqualTo(503);
      try (RawHttpClient client = fresh.connect()) {
        client.send("GET /ids HTTP/2.0\r\nHost: localhost\r\n\r\n");
        assertThat(client.read().status()).isEqualTo(505);
      }
      HttpResponse<String> metrics = fresh.get("/metrics");
      assertThat(metrics.headers().firstValue("content-type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(metrics.body())
          .contains("snowbraid_ids_issued_total 7.0\n")
          .contains("snowbraid_numbers_issued_total{tag=\"a\\\"b\"} 3.0\n")
          .contains("snowbraid_http_requests_total{status=\"2xx\"} 2.0\n")
          .contains("snowbraid_http_requests_total{status=\"4xx\"} 2.0\n")
          .contains("snowbraid_http_requests_total{status=\"5xx\"} 0.0\n")
          .contains("snowbraid_waits_total{for=\"numbers\"} 1.0\n")
          .contains("snowbraid_ids_ready 1.0\n")
          .containsPattern("snowbraid_grant_remaining_seconds [0-9.]+\n");
    }
  }

  /** Each that the page names is there, and each that is there is named. */
  @Test
  void metricsAreThoseOfThePage(@TempDir Path other) throws Exception {
    try (HttpFixture all =
            new HttpFixture(
                other,
                SegmentSource.inMemory(),
                HttpSettings.DEFAULT,
                server -> server.keyed(new RoutedNumbers()));
        RespClient redis = new RespClient(all.server.address())) {
      assertThat(redis.ask("PING")).isEqualTo("+PONG");
      all.segments.nextId("orders");
      String page = Files.readString(Path.of("../docs/server-reference.md"));
      assertThat(names("^# TYPE (snowbraid_\\w+)", all.body("/metrics")))
          .containsExactlyElementsOf(names("`(snowbraid_\\w+)`", page));
    }
  }

  private static SortedSet<String> names(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void metricsNameAtMostHundredTags(@TempDir Path other) throws Exception {
    try (HttpFixture many = HttpFixture.start(other, HttpSettings.DEFAULT)) {
      for (int i = 0; i < 120; i++) {
        many.segments.nextId("tag" + i);
      }
      String metrics = many.body("/metrics");
      assertThat(metrics.split("snowbraid_numbers_issued_total\\{", -1)).hasSize(101);
      assertThat(metrics).contains("snowbraid_tags 120.0\n");
    }
  }

  @Test
  void readinessDependsOnWhatIsSet(@TempDir Path other) throws Exception {
    HttpSettings all = HttpSettings.DEFAULT.withReadiness(EnumSet.of(Capability.TAGS));
    try (HttpFixture failing = HttpFixture.start(other, new FailingSource(), all)) {
      assertThat(failing.get("/health/ready").statusCode()).isEqualTo(200);
      BrokenTag.exhaust(failing.segments);
      assertThat(failing.get("/segments/broken").statusCode()).isEqualTo(503);
      await().atMost(ofMinutes(1)).until(() -> failing.get("/health/ready").statusCode() == 503);
      HttpResponse<String> ready = failing.get("/health/ready");
      assertThat(ready.body())
          .startsWith("{\"status\":\"DOWN\",\"ids\":\"READY\",\"tags\":\"DOWN\",");
      assertThat(failing.get("/health/ready/ids").statusCode()).isEqualTo(200);
      assertThat(failing.get("/health/ready/tags").statusCode()).isEqualTo(503);
      assertThat(failing.get("/health/ready/keys").statusCode()).isEqualTo(503);
      assertThat(failing.body("/metrics"))
          .contains("snowbraid_ids_ready 1.0\n", "snowbraid_tags_ready 0.0\n");
    }
  }

  @Test
  void copiedDirectoryIsDownUntilItIsAccepted(@TempDir Path other) throws Exception {
    Path original = other.resolve("original");
    Path copy = Files.createDirectory(other.resolve("copy"));
    assertThat(SegmentSource.file(original).draw("orders", 1).first()).isEqualTo(1);
    try (Stream<Path> files = Files.list(original)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    try (HttpFixture copied =
        HttpFixture.start(
            other.resolve("workers"), SegmentSource.file(copy), HttpSettings.DEFAULT)) {
      HttpResponse<String> failed = copied.get("/segments/orders");
      assertThat(failed.statusCode()).isEqualTo(500);
      assertThat(failed.headers().firstValue("retry-after")).isEmpty();
      HttpResponse<String> ready = copied.get("/health/ready/tags");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("\"tags\":\"DOWN\"", "\"store\":\"FAILING\"");
      SegmentSource.acceptMove(copy);
      await()
          .atMost(ofMinutes(1))
          .until(() -> copied.get("/health/ready/tags").statusCode() == 200);
      assertThat(copied.body("/segments/orders")).isEqualTo("[\"2\"]");
    }
  }

  /** Such as on a full disk: the lease is renewed, but calls that need a higher bound wait. */
  @Test
  void serverThatCannotRaiseBoundsIsNotReadyForKeys(@TempDir Path other) throws Exception {
    RoutedNumbers keyed = new RoutedNumbers();
    try (HttpFixture fixture =
        new HttpFixture(
            other, SegmentSource.inMemory(), HttpSettings.DEFAULT, server -> server.keyed(keyed))) {
      assertThat(fixture.get("/health/ready/keys").statusCode()).isEqualTo(200);
      keyed.failBounds("disk is full");
      HttpResponse<String> ready = fixture.get("/health/ready/keys");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("\"keys\":\"DOWN\"", "\"store\":\"FAILING\"");
      assertThat(fixture.get("/health/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void serverThatWillEndIsNotReadyButAnswers(@TempDir Path other) throws Exception {
    try (HttpFixture ending = HttpFixture.start(other, HttpSettings.DEFAULT)) {
      ending.server.announceShutdown();
      assertThat(ending.get("/health/ready").statusCode()).isEqualTo(503);
      assertThat(ending.get("/ids").statusCode()).isEqualTo(200);
    }
  }
}
