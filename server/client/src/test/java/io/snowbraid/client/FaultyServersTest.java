package io.snowbraid.client;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.error.IdsUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what a client does when a server fails in every way. */
class FaultyServersTest {

  private static final int IDS = 20_000;

  @TempDir static Path directory;

  /** Begins a client that waits as long for healthy servers as the machine needs. */
  private static ServerIds.Builder client(String... addresses) {
    return ServerIds.builder()
        .addresses(addresses)
        .sockets(new SimulatedDeadlines(port -> false))
        .maxWait(Duration.ofMinutes(1))
        .orderWait(Duration.ofHours(1));
  }

  /** Waits until a client says why it has no ids. It must not wait itself. */
  private static String awaitFailure(ServerIds ids, String reason) {
    AtomicReference<String> message = new AtomicReference<>("");
    await()
        .atMost(ofMinutes(1))
        .until(
            () -> {
              message.set(
                  assertThatExceptionOfType(IdsUnavailableException.class)
                      .isThrownBy(ids::nextId)
                      .actual()
                      .getMessage());
              return message.get().contains(reason);
            });
    return message.get();
  }

  private static void requireRising(ServerIds ids, int count, long after) {
    long last = after;
    for (int i = 0; i < count; i++) {
      long id = ids.nextId();
      assertThat(id).isGreaterThan(last);
      last = id;
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void clientGoesOverToAnotherServer(Fault fault) throws IOException {
    try (TestServer first = new TestServer(directory);
        TestServer second = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(first.port(), Fault.NONE);
        ServerIds ids =
            client(route.address(), second.address())
                .sockets(new SimulatedDeadlines(route::keepsWaiting))
                .build()) {
      requireRising(ids, IDS, 0);
      route.set(fault);
      requireRising(ids, IDS, ids.nextId());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void failureTellsWhatTheServerDid(Fault fault) throws IOException {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), fault);
        ServerIds ids =
            ServerIds.builder()
                .addresses(route.address())
                .timeout(fault.timeout())
                .maxWait(Duration.ZERO)
                .maxAge(Duration.ofDays(1))
                .build()) {
      assertThat(awaitFailure(ids, "failures={" + route.address() + "=" + fault.reason()))
          .startsWith("no server returned ids within ")
          .contains("addresses=[" + route.address() + "]")
          .endsWith("; check that these servers are running and reachable");
      route.set(Fault.NONE);
      await().atMost(ofMinutes(1)).until(() -> hasIds(ids));
    }
  }

  private static boolean hasIds(ServerIds ids) {
    try {
      return ids.nextId() > 0;
    } catch (IdsUnavailableException e) {
      return false;
    }
  }

  @Test
  void serverThatComesBackIsUsedAgain() throws IOException {
    try (TestServer first = new TestServer(directory);
        TestServer second = new TestServer(directory);
        FaultyRoute one = new FaultyRoute(first.port(), Fault.NONE);
        FaultyRoute other = new FaultyRoute(second.port(), Fault.NONE);
        ServerIds ids = client(one.address(), other.address()).build()) {
      for (int i = 0; i < 4; i++) {
        one.set(i % 2 == 0 ? Fault.NONE : Fault.CUT);
        other.set(i % 2 == 1 ? Fault.NONE : Fault.CUT);
        requireRising(ids, IDS, ids.nextId());
      }
    }
  }

  @Test
  void connectionThatTheServerEndedIsOpenedAgain() throws IOException {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.NONE);
        ServerIds ids = client(route.address()).build()) {
      long first = ids.nextId();
      route.endConnections();
      requireRising(ids, IDS, first);
    }
  }

  @Test
  void addressWhereNobodyListensIsNamed() throws IOException {
    try (Socket bound = new Socket()) { // so that no other test can listen there
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String address = "127.0.0.1:" + bound.getLocalPort();
      try (ServerIds ids = client(address).maxWait(Duration.ZERO).build()) {
        assertThat(awaitFailure(ids, address + "=")).contains(address + "=Connection refused");
      }
    }
  }

  @Test
  void unknownHostIsNamed() {
    try (ServerIds ids = client("no-such-host.invalid").maxWait(Duration.ZERO).build()) {
      assertThat(awaitFailure(ids, "failures={"))
          .contains("no-such-host.invalid:7878=its host name is unknown");
    }
  }
}
