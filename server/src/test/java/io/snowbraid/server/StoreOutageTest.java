package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.program.LineSettings;
import io.snowbraid.server.program.RunningServer;
import io.snowbraid.server.program.ServerLaunch;
import io.snowbraid.server.program.Store;
import io.snowbraid.testing.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server whose PostgreSQL is not there yet, ends, and comes back. */
@Tag("slow")
class StoreOutageTest {

  @TempDir Path directory;

  private final CapturedLog log = new CapturedLog();
  private final int port = FreePort.find();
  private final String url =
      "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&password=secret";

  @AfterEach
  void close() {
    log.close();
  }

  private EmbeddedPostgres startStore() throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(directory.resolve("data"))
        .setCleanDataDirectory(false)
        .start();
  }

  private ServerLaunch launch() {
    return launch(url);
  }

  private static ServerLaunch launch(String url) {
    return new ServerLaunch(
        () -> Store.database(url, null, null),
        store ->
            RunningServer.start(
                store, IdServer.builder().port(0), LineSettings.of("--keyed=false")),
        Duration.ofSeconds(25));
  }

  private static CompletableFuture<RunningServer> start(ServerLaunch launch) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return launch.start();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Waits until the server says why it cannot start yet. */
  private void awaitReason() throws InterruptedException {
    String reason = "store must be reachable: store=jdbc:postgresql://localhost:" + port;
    log.await(
        line ->
            CapturedLog.text(line).startsWith("server cannot start yet: " + reason)
                && !CapturedLog.text(line).contains("secret"));
  }

  @Test
  void serverStartsWhenItsStoreDoesAndSaysWhatItWaitsFor() throws Exception {
    try (ServerLaunch launch = launch()) {
      CompletableFuture<RunningServer> server = start(launch);
      awaitReason();
      assertThat(server).isNotDone();
      try (EmbeddedPostgres store = startStore();
          RespClient client = new RespClient(server.get().server().address())) {
        assertThat(store.getPort()).isEqualTo(port);
        assertThat(client.ask("GETID")).startsWith(":");
        assertThat(client.ask("NEXTID orders")).isEqualTo(":1");
      }
    }
  }

  @Test
  void endWhileTheStoreIsMissingEndsTheAttempts() throws Exception {
    ServerLaunch launch = launch();
    CompletableFuture<RunningServer> server = start(launch);
    awaitReason();
    launch.close();
    assertThat(server.get()).isNull();
  }

  @Test
  void failureThatNoWaitingHelpsAgainstEndsTheStart() throws Exception {
    try (ServerLaunch launch = launch("jdbc:none:a")) {
      CompletableFuture<RunningServer> server = start(launch);
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(server::get)
          .withCauseInstanceOf(IllegalArgumentException.class)
          .withMessageContaining("store must be the JDBC URL of H2");
    }
  }

  @Test
  void idsGoOnWithoutTheStoreThenFailClearlyAndComeBackWithIt() throws Exception {
    EmbeddedPostgres store = startStore();
    try (Store database = Store.database(url, null, null);
        Snowflake ids = Snowflake.builder().worker(database.workers()).build();
        SegmentGenerators segments =
            SegmentGenerators.builder().source(database.segments()).build();
        IdServer server = IdServer.builder().ids(ids).segments(segments).port(0).build()) {
      server.start();
      try (RespClient client = new RespClient(server.address())) {
        assertThat(client.ask("NEXTID orders")).isEqualTo(":1");
        assertThat(client.ask("GETID")).startsWith(":");
        store.close();
        assertThat(client.ask("NEXTID orders")).isEqualTo(":2");
        assertThat(client.ask("GETID")).startsWith(":");
        long lastId =
            exhaust(client, "GETID", "-UNAVAILABLE no ids or numbers are available now; ");
        long last =
            exhaust(client, "NEXTID orders", "-UNAVAILABLE no ids or numbers are available now; ");
        assertThat(client.ask("PING")).isEqualTo("+PONG");
        store = startStore();
        assertThat(firstAfterOutage(client, "NEXTID orders")).isGreaterThan(last);
        assertThat(firstAfterOutage(client, "GETID")).isGreaterThan(lastId);
      }
    } finally {
      store.close();
    }
  }

  /** Asks until there is no more. Returns the last number. */
  private static long exhaust(RespClient client, String request, String error) throws IOException {
    long last = 0;
    String answer = client.ask(request);
    while (answer.startsWith(":")) {
      last = Long.parseLong(answer.substring(1));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // for up to a minute
      answer = client.ask(request);
    }
    assertThat(last).isPositive();
    assertThat(answer).startsWith(error).doesNotContain("secret");
    return last;
  }

  private static long firstAfterOutage(RespClient client, String request) throws IOException {
    String answer = client.ask(request);
    while (answer.startsWith("-UNAVAILABLE")) {
      answer = client.ask(request);
    }
    assertThat(answer).startsWith(":");
    return Long.parseLong(answer.substring(1));
  }
}
