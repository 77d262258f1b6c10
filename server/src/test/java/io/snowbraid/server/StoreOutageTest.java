package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.cluster.FreePort;
import io.snowbraid.server.program.RunningServer;
import io.snowbraid.server.program.ServerLaunch;
import io.snowbraid.server.program.ServerPlan;
import io.snowbraid.server.program.ServerStatus;
import io.snowbraid.server.program.ServerStatus.Stage;
import io.snowbraid.server.program.ServerStatus.State;
import io.snowbraid.server.program.Store;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server whose PostgreSQL is not there yet, ends, and comes back. */
@Tag("slow")
class StoreOutageTest {

  @TempDir Path directory;

  private final int port = FreePort.find();
  private final String url =
      "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&password=secret";

  private EmbeddedPostgres startStore() throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(directory.resolve("data"))
        .setCleanDataDirectory(false)
        .start();
  }

  private ServerLaunch launch(ServerStatus status) {
    return new ServerLaunch(
        () -> Store.database(url, null, null),
        ServerPlan.of(Layout.DEFAULT, IdServer.builder().port(0)),
        status);
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

  private static Stage awaitReason(ServerStatus status, CompletableFuture<RunningServer> server) {
    while (status.stage().reason().isEmpty()) {
      assertThat(server).isNotDone();
      Thread.onSpinWait();
    }
    return status.stage();
  }

  @Test
  void serverStartsWhenItsStoreDoesAndSaysWhatItWaitsFor() throws Exception {
    ServerStatus status = new ServerStatus();
    try (ServerLaunch launch = launch(status)) {
      CompletableFuture<RunningServer> server = start(launch);
      Stage waiting = awaitReason(status, server);
      assertThat(waiting.state()).isEqualTo(State.STARTING);
      assertThat(waiting.reason())
          .startsWith("store must be reachable: store=jdbc:postgresql://localhost:" + port)
          .doesNotContain("secret");
      try (EmbeddedPostgres store = startStore();
          RespClient client = new RespClient(server.get().server().address())) {
        assertThat(store.getPort()).isEqualTo(port);
        assertThat(client.ask("GETID")).startsWith(":");
        assertThat(client.ask("NEXTID orders")).isEqualTo(":1");
        assertThat(status.stage().state()).isEqualTo(State.READY);
      }
    }
    assertThat(status.stage().state()).isEqualTo(State.DRAINING);
  }

  @Test
  void endWhileTheStoreIsMissingEndsTheAttempts() throws Exception {
    ServerStatus status = new ServerStatus();
    ServerLaunch launch = launch(status);
    CompletableFuture<RunningServer> server = start(launch);
    awaitReason(status, server);
    launch.close();
    assertThat(server.get()).isNull();
    assertThat(status.stage().state()).isEqualTo(State.DRAINING);
  }

  @Test
  void failureThatNoWaitingHelpsAgainstEndsTheStart() throws Exception {
    ServerStatus status = new ServerStatus();
    try (ServerLaunch launch =
        new ServerLaunch(
            () -> Store.database("jdbc:none:a", null, null),
            ServerPlan.of(Layout.DEFAULT, IdServer.builder()),
            status)) {
      CompletableFuture<RunningServer> server = start(launch);
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(server::get)
          .withCauseInstanceOf(IllegalArgumentException.class);
      assertThat(status.stage().state()).isEqualTo(State.FAILED);
      assertThat(status.stage().reason()).startsWith("store must be the JDBC URL of H2");
    }
  }

  @Test
  void idsGoOnWithoutTheStoreThenFailClearlyAndComeBackWithIt() throws Exception {
    EmbeddedPostgres store = startStore();
    try (HikariDataSource pool = new HikariDataSource(settings());
        Snowflake ids =
            Snowflake.builder()
                .horizon(Duration.ofSeconds(8))
                .worker(JdbcWorkerSource.of(pool))
                .build();
        SegmentGenerators segments =
            SegmentGenerators.builder().source(JdbcSegmentSource.of(pool)).build();
        IdServer server = IdServer.builder().ids(ids).segments(segments).port(0).build()) {
      server.start();
      try (RespClient client = new RespClient(server.address())) {
        assertThat(client.ask("NEXTID orders")).isEqualTo(":1");
        assertThat(client.ask("GETID")).startsWith(":");
        store.close();
        assertThat(client.ask("NEXTID orders")).isEqualTo(":2");
        assertThat(client.ask("GETID")).startsWith(":");
        long lastId = exhaust(client, "GETID", "-UNAVAILABLE nothing can be issued now; ");
        long last = exhaust(client, "NEXTID orders", "-UNAVAILABLE nothing can be issued now; ");
        assertThat(client.ask("PING")).isEqualTo("+PONG");
        store = startStore();
        assertThat(firstAfterOutage(client, "NEXTID orders")).isGreaterThan(last);
        assertThat(firstAfterOutage(client, "GETID")).isGreaterThan(lastId);
      }
    } finally {
      store.close();
    }
  }

  private HikariConfig settings() {
    HikariConfig settings = new HikariConfig();
    settings.setJdbcUrl(url);
    settings.setConnectionTimeout(1_000);
    return settings;
  }

  /** Asks until there is no more. Returns the last number. */
  private static long exhaust(RespClient client, String request, String error) throws IOException {
    long last = 0;
    String answer = client.ask(request);
    while (answer.startsWith(":")) {
      last = Long.parseLong(answer.substring(1));
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
