package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.testing.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests on the real clock how long clients wait by default. All other tests simulate the time. */
@Tag("limits")
class LimitsTest {

  @TempDir Path directory;

  private final List<ServerIds> clients = new ArrayList<>();

  @AfterEach
  void end() {
    clients.forEach(ServerIds::close);
  }

  private ServerIds client(String... addresses) {
    ServerIds ids = ServerIds.builder().addresses(addresses).build();
    clients.add(ids);
    return ids;
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "SLOW"})
  void serverThatDoesNotAnswerIsLeftAfterTwoSeconds(Fault fault) throws IOException {
    try (TestServer first = new TestServer(directory);
        TestServer second = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(first.port(), fault)) {
      assertThat(client(second.address()).nextId()).isPositive();
      Throwable failure =
          Limits.assertEndsAt(
              Duration.ofSeconds(2),
              () -> {
                ServerIds ids = client(route.address(), second.address());
                return ids::nextId;
              });
      assertThat(failure).isNull();
    }
  }

  @Test
  void callWithoutIdsFailsAfterFiveSeconds() throws IOException {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.SILENT)) {
      assertThat(client(server.address()).nextId()).isPositive();
      Throwable failure =
          Limits.assertEndsAt(
              Duration.ofSeconds(5),
              () -> {
                ServerIds ids = client(route.address());
                return ids::nextId;
              });
      assertThat(failure).isInstanceOf(IdsUnavailableException.class);
    }
  }

  /** The wait may have begun before the call, since the client draws ahead. */
  @Test
  void lowerIdsOfTheNextServerAreIssuedAfterASecond() {
    InstantSource ahead = () -> Instant.now().plusSeconds(3_600);
    try (TestServer second = new TestServer(directory)) {
      assertThat(client(second.address()).nextId()).isPositive();
      Throwable failure =
          Limits.assertEndsWithin(
              Duration.ofSeconds(1),
              () -> {
                TestServer first = new TestServer(directory, ahead);
                ServerIds ids = client(first.address(), second.address());
                long high = ids.nextId();
                first.end();
                return () -> awaitLowerId(ids, high);
              });
      assertThat(failure).isNull();
    }
  }

  private static void awaitLowerId(ServerIds ids, long high) {
    while (ids.nextId() > high) {
      Thread.onSpinWait(); // these are left from the first server
    }
  }
}
