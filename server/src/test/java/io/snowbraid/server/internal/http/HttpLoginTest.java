package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.SimulatedTicks;
import io.snowbraid.server.Users;
import io.snowbraid.server.http.HttpSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who may ask when there are users. */
class HttpLoginTest {

  private static final String SECRET = Users.newSecret();
  private static final String OTHER = Users.newSecret();

  @TempDir static Path directory;

  private static Users users;
  private static HttpFixture server;

  @BeforeAll
  static void start() throws Exception {
    Path file = directory.resolve("users");
    Files.writeString(file, Users.line("app", SECRET));
    users = Users.read(file);
    server = start(HttpSettings.DEFAULT.withLeaf(true), directory.resolve("ids"));
  }

  private static HttpFixture start(HttpSettings settings, Path ids) {
    return new HttpFixture(
        ids, SegmentSource.inMemory(), settings, builder -> builder.users(users));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String basic(String user, String secret) {
    byte[] credentials = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  private static String get(String path, String authorization) {
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
        + authorization
        + "\r\n\r\n";
  }

  @Test
  void knownUserIsServedInOrder() throws Exception {
    try (RawHttpClient client = server.connect()) {
      String right = basic("app", SECRET);
      client.send(
          get("/segments/a", right) + get("/api/segment/get/a", right) + get("/metrics", right));
      assertThat(client.read().body()).isEqualTo("[\"1\"]");
      assertThat(client.read().body()).isEqualTo("2");
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/ids", "/ids/1", "/segments/refused", "/metrics", "/api/segment/get/refused"})
  void withoutLoginNothingIsIssued(String path) throws Exception {
    HttpResponse<String> response = server.get(path);
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("www-authenticate"))
        .hasValue("Basic realm=\"snowbraid\", charset=\"UTF-8\"");
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(server.segments.status("refused")).isEmpty();
  }

  @Test
  void malformedSecretWrongSecretAndUnknownUserHaveTheSameAnswer() throws Exception {
    Set<RawHttpClient.Response> answers = new HashSet<>();
    try (RawHttpClient client = server.connect()) {
      for (String wrong :
          List.of(
              basic("app", "wörd"),
              basic("app", OTHER),
              basic("app", SECRET.substring(1)),
              basic("nobody", SECRET),
              basic("app", ""))) {
        client.send(get("/ids", wrong) + RawHttpClient.get("/health/live"));
        RawHttpClient.Response refused = client.read();
        assertThat(refused.status()).isEqualTo(401);
        refused.headers().remove("date");
        answers.add(refused);
        assertThat(client.read().status()).isEqualTo(200);
      }
    }
    assertThat(answers).hasSize(1);
    assertThat(answers.toString()).doesNotContain("wörd", "snowbraid_");
  }

  @Test
  void wrongLoginIsLoggedWithoutTheSecret() throws Exception {
    CapturedLog log = new CapturedLog();
    try (HttpFixture fresh = start(HttpSettings.DEFAULT, directory.resolve("log"));
        RawHttpClient client = fresh.connect()) {
      assertThat(client.ask(get("/ids", basic("a\nb", OTHER))).status()).isEqualTo(401);
      assertThat(client.ask(post("/ids", basic("app", "wrong"), "")).status()).isEqualTo(401);
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith(
                      "client was refused: reason=wrong user or secret: user=a?b, client=/127."));
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith(
                      "client was refused: reason=malformed secret: user=app, client=/127."));
    } finally {
      log.close();
    }
  }

  private static String post(String path, String authorization, String further) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
        + authorization
        + "\r\nContent-Length: 9\r\n"
        + further
        + "\r\n";
  }

  @Test
  void bodyIsAskedForOnlyAfterTheLogin() throws Exception {
    String expectation = "Expect: 100-continue\r\n";
    try (RawHttpClient known = server.connect();
        RawHttpClient stranger = server.connect()) {
      known.send(post("/ids", basic("app", SECRET), expectation));
      assertThat(known.readHead().status()).isEqualTo(100);
      known.send("123456789");
      assertThat(known.read().status()).isEqualTo(405);
      stranger.send(post("/ids", basic("app", OTHER), expectation));
      RawHttpClient.Response refused = stranger.read();
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.headers())
          .containsEntry("connection", "close")
          .containsEntry("www-authenticate", "Basic realm=\"snowbraid\", charset=\"UTF-8\"");
    }
  }

  @Test
  void bodyOfAStrangerIsNotReadToItsEnd() throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send(
          get("/health/live", "x") + post("/segments/refused", basic("app", OTHER), "") + "1234");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).as("before the rest arrives").isEqualTo(401);
      assertThat(client.readByte()).isEqualTo(-1);
    }
    assertThat(server.segments.status("refused")).isEmpty();
  }

  @Test
  void requestIsRefusedOnceItsSecretWasRemoved() throws Exception {
    Path later = Files.writeString(directory.resolve("later"), Users.line("app", OTHER));
    try (HttpFixture fresh = start(HttpSettings.DEFAULT, directory.resolve("rotation"));
        RawHttpClient client = fresh.connect()) {
      assertThat(client.ask(get("/ids", basic("app", SECRET))).status()).isEqualTo(200);
      fresh.server.replaceUsers(Users.read(later));
      assertThat(client.ask(get("/ids", basic("app", SECRET))).status()).isEqualTo(401);
      assertThat(client.ask(get("/ids", basic("app", OTHER))).status()).isEqualTo(200);
    }
  }

  @Test
  void credentialsHideTheSecret() {
    assertThat(new Credentials("app", SECRET)).hasToString("Credentials[app]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic", "Basic ", "Basic !", "Basic YXBw", "Bearer x", "x"})
  void headerThatCannotBeReadIsRefused(String header) throws Exception {
    try (RawHttpClient client = server.connect()) {
      assertThat(client.ask(get("/ids", header)).status()).isEqualTo(401);
    }
  }

  @Test
  void clientThatAsksForNothingIsDropped() throws Exception {
    SimulatedTicks time = new SimulatedTicks();
    try (HttpFixture strict =
            new HttpFixture(
                directory.resolve("strict"),
                SegmentSource.inMemory(),
                HttpSettings.DEFAULT,
                builder -> time.set(builder.threads(1).users(users)));
        RawHttpClient silent = strict.connect();
        RawHttpClient later = strict.connect()) {
      assertThat(later.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
      time.pass(ServerLimits.DEFAULT.stallTimeout().plusSeconds(3));
      assertThat(silent.readByte()).isEqualTo(-1);
      assertThat(later.ask(RawHttpClient.get("/health/live")).status()).isEqualTo(200);
    }
  }

  @Test
  void healthAndMetricsThatAreOpenNeedNoLogin() throws Exception {
    assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
    try (HttpFixture open =
        start(HttpSettings.DEFAULT.withOpenMetrics(true), directory.resolve("open"))) {
      assertThat(open.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(open.get("/ids").statusCode()).isEqualTo(401);
    }
  }
}
