package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdsUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what a client does when a server fails in every way. */
class FaultyServersTest {

  private static final int IDS = 20_000;

  @TempDir static Path directory;

  private static ServerIds.Builder client(String... addresses) {
    return ServerIds.builder()
        .addresses(addresses)
        .timeout(Duration.ofMillis(300))
        .maxWait(Duration.ofSeconds(60))
        .orderWait(Duration.ofHours(1));
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
        ServerIds ids = client(route.address(), second.address()).build()) {
      requireRising(ids, IDS, 0);
      route.set(fault);
      requireRising(ids, IDS, ids.nextId());
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void failureTellsWhatTheServerDid(Fault fault) throws IOException {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), fault);
        ServerIds ids =
            client(route.address())
                .timeout(fault.timeout())
                .maxWait(Duration.ofSeconds(2))
                .build()) {
      assertThatExceptionOfType(IdsUnavailableException.class)
          .isThrownBy(ids::nextId)
          .withMessageStartingWith("ids must be drawn before a call takes them: waited for ")
          .withMessageContaining("addresses=[" + route.address() + "]")
          .withMessageContaining("failures={" + route.address() + "=" + fault.reason())
          .withMessageEndingWith("; check that these servers run and can be reached");
      route.set(Fault.NONE);
      assertThat(ids.nextId()).isPositive();
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
        ServerIds ids = client(route.address()).maxAge(Duration.ofMillis(1)).build()) {
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
      try (ServerIds ids = client(address).maxWait(Duration.ofSeconds(3)).build()) {
        assertThatExceptionOfType(IdsUnavailableException.class)
            .isThrownBy(ids::nextId)
            .withMessageContaining(address + "=Connection refused");
      }
    }
  }

  @Test
  void unknownHostIsNamed() {
    try (ServerIds ids = client("no-such-host.invalid").maxWait(Duration.ofMillis(500)).build()) {
      assertThatExceptionOfType(IdsUnavailableException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("no-such-host.invalid:7878");
    }
  }
}
