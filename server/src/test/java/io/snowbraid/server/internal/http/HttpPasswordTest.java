package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.ServerTimes;
import io.snowbraid.server.SimulatedTicks;
import io.snowbraid.server.TestUsers;
import io.snowbraid.server.Users;
import io.snowbraid.server.http.HttpSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who may ask when there are users. */
class HttpPasswordTest {

  private static final String PASSWORD = "pass:wörd";

  @TempDir static Path directory;

  private static Users users;
  private static HttpFixture server;

  @BeforeAll
  static void start() throws Exception {
    Path file = directory.resolve("users");
    Files.writeString(file, TestUsers.line("app", PASSWORD));
    users = Users.read(file);
    server = start(HttpSettings.DEFAULT.withLeaf(true), directory.resolve("ids"));
  }

  private static HttpFixture start(HttpSettings settings, Path ids) {
    return new HttpFixture(
        ids,
        SegmentSource.inMemory(),
        settings,
        builder -> ServerTimes.refusalDelay(builder.users(users), Duration.ofMillis(1)));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String basic(String user, String password) {
    byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
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
      String right = basic("app", PASSWORD);
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
  void withoutPasswordNothingIsIssued(String path) throws Exception {
    HttpResponse<String> response = server.get(path);
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("www-authenticate"))
        .hasValue("Basic realm=\"snowbraid\", charset=\"UTF-8\"");
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(server.segments.status("refused")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"app,wrong", "other,pass:wörd", "app,''"})
  void wrongPasswordIsRefusedAndNotShown(String user, String password) throws Exception {
    try (RawHttpClient client = server.connect()) {
      client.send(get("/ids", basic(user, password)) + RawHttpClient.get("/health/live"));
      RawHttpClient.Response refused = client.read();
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.body()).doesNotContain("wörd").doesNotContain("wrong");
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void wrongPasswordIsLogged() throws Exception {
    CapturedLog log = new CapturedLog();
    try (HttpFixture fresh = start(HttpSettings.DEFAULT, directory.resolve("log"));
        RawHttpClient client = fresh.connect()) {
      assertThat(client.ask(get("/ids", basic("app", "wrong"))).status()).isEqualTo(401);
      String expected = "client was refused: reason=wrong user or password, client=/127.0.0.1:";
      log.await(line -> CapturedLog.text(line).startsWith(expected));
    } finally {
      log.close();
    }
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
  void healthAndMetricsThatAreOpenNeedNoPassword() throws Exception {
    assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
    try (HttpFixture open =
        start(HttpSettings.DEFAULT.withOpenMetrics(true), directory.resolve("open"))) {
      assertThat(open.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(open.get("/ids").statusCode()).isEqualTo(401);
    }
  }
}
