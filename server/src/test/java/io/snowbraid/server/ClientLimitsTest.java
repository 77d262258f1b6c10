package io.snowbraid.server;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.segment.SegmentSource;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no client can harm others. */
class ClientLimitsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How much later than its timeout a connection may end, as timeouts are counted in ticks. */
  private static final Duration TOLERANCE = Duration.ofSeconds(3);

  @TempDir static Path directory;

  private final SimulatedTicks time = new SimulatedTicks();

  private ServerFixture start(ServerLimits limits) {
    return new ServerFixture(
        directory, SegmentSource.inMemory(), server -> time.set(server.threads(1).limits(limits)));
  }

  /** Waits until the server has accepted so many connections. */
  private static void awaitConnections(RespClient client, int count) {
    await()
        .atMost(ofMinutes(1))
        .until(() -> client.ask("INFO").contains("connected_clients:" + count + "\r\n"));
  }

  /** Reads until the server ends the connection. */
  private static long readAll(RespClient client) {
    long read = 0;
    try {
      while (client.readByte() >= 0) {
        read++;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server has not ended the connection", e);
    } catch (IOException e) { // a connection that is cut off may also be reset
      return read;
    }
    return read;
  }

  @Test
  void moreConnectionsThanAllowedAreRefusedWithAReason() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT.withMaxConnections(2));
        RespClient first = fixture.connect()) {
      assertThat(first.ask("PING")).isEqualTo("+PONG");
      try (RespClient second = fixture.connect();
          RespClient third = fixture.connect()) {
        assertThat(second.ask("PING")).isEqualTo("+PONG");
        assertThat(third.read()).isEqualTo("-ERR max number of clients reached");
        assertThat(third.readByte()).isEqualTo(-1);
        assertThat(first.ask("INFO")).contains("connected_clients:2", "rejected_connections:1");
        assertThat(second.ask("QUIT")).isEqualTo("+OK");
        assertThat(second.readByte()).isEqualTo(-1);
      }
      awaitConnections(first, 1);
      try (RespClient fourth = fixture.connect()) {
        assertThat(fourth.ask("PING")).isEqualTo("+PONG");
      }
    }
  }

  @Test
  void requestsThatAreTooLargeEndTheConnectionAfterTheAnswersBefore() throws Exception {
    try (ServerFixture fixture =
            start(ServerLimits.DEFAULT.withMaxRequestBytes(100).withMaxArguments(4));
        RespClient large = fixture.connect();
        RespClient many = fixture.connect();
        RespClient longLine = fixture.connect()) {
      large.send("PING\r\n*2\r\n$4\r\nECHO\r\n$101\r\n" + "x".repeat(10_000));
      assertThat(large.read()).isEqualTo("+PONG");
      assertThat(large.read()).isEqualTo("-ERR Protocol error: invalid bulk length");
      assertThat(large.readByte()).isEqualTo(-1);
      many.send("*5\r\n" + "$0\r\n\r\n".repeat(100_000));
      assertThat(many.read()).isEqualTo("-ERR Protocol error: invalid multibulk length");
      longLine.send("x".repeat(101));
      assertThat(longLine.read()).isEqualTo("-ERR Protocol error: too big request");
      assertThat(longLine.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void clientThatReadsNothingIsDroppedAndItsAnswersAreNotKept() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT.withMaxUnsentBytes(10_000));
        RespClient slow = new RespClient(fixture.address(), 4_096);
        RespClient calm = fixture.connect()) {
      CompletableFuture<Boolean> cutOff = CompletableFuture.supplyAsync(() -> isCutOff(slow));
      await()
          .atMost(ofMinutes(1))
          .until(
              () -> {
                time.pass(SECOND);
                return calm.ask("INFO").contains("dropped_connections:1");
              });
      assertThat(cutOff.get(1, TimeUnit.MINUTES)).isTrue();
      assertThat(readAll(slow)).isLessThan(10_000_000);
      assertThat(calm.ask("INFO")).contains("dropped_connections:1");
    }
  }

  /** Asks for 2 GB of answers. Returns whether the server has cut the connection off meanwhile. */
  private static boolean isCutOff(RespClient client) {
    String requests = "MGETID 100\r\n".repeat(1_000);
    try {
      for (int i = 0; i < 1_000; i++) {
        client.send(requests);
      }
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void clientThatNeverCompletesItsRequestIsDropped() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT);
        RespClient incomplete = fixture.connect();
        RespClient calm = fixture.connect()) {
      incomplete.send("PING\r\n*1\r\n$5\r\nGETI");
      assertThat(incomplete.read()).isEqualTo("+PONG");
      time.pass(ServerLimits.DEFAULT.stallTimeout());
      assertThat(calm.ask("INFO")).contains("dropped_connections:0");
      time.pass(TOLERANCE);
      assertThat(readAll(incomplete)).isZero();
      assertThat(calm.ask("INFO")).contains("dropped_connections:1");
    }
  }

  @Test
  void idleConnectionIsClosed() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT);
        RespClient idle = fixture.connect();
        RespClient calm = fixture.connect()) {
      assertThat(idle.ask("PING")).isEqualTo("+PONG");
      for (int i = 0; i < 60; i++) {
        time.pass(ServerLimits.DEFAULT.idleTimeout().dividedBy(60));
        assertThat(calm.ask("INFO")).contains("connected_clients:2\r\n");
      }
      time.pass(TOLERANCE);
      assertThat(readAll(idle)).isZero();
      assertThat(calm.ask("INFO")).contains("connected_clients:1\r\n", "dropped_connections:0");
    }
  }

  @Test
  void longPipelineIsAnsweredInSeveralTurns() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT.withMaxIds(10_000));
        RespClient client = fixture.connect()) {
      client.send("PING\r\n".repeat(2_500) + "MGETID 10000\r\n".repeat(20) + "NEXTID a\r\n");
      for (int i = 0; i < 2_500; i++) {
        assertThat(client.read()).isEqualTo("+PONG");
      }
      for (int i = 0; i < 20; i++) {
        assertThat(client.read().split(", ", -1)).hasSize(10_000).doesNotHaveDuplicates();
      }
      assertThat(client.read()).isEqualTo(":1");
    }
  }

  @Test
  void requestsThatArriveInPiecesAreAnswered() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT);
        RespClient client = fixture.connect()) {
      String requests = "*2\r\n$6\r\nNEXTID\r\n$1\r\na\r\nPING x\r\n";
      for (int i = 0; i < requests.length(); i++) {
        client.send(requests.substring(i, i + 1));
      }
      assertThat(client.read()).isEqualTo(":1");
      assertThat(client.read()).isEqualTo("x");
    }
  }

  @Test
  void limitsMustBeInTheirRanges() {
    ServerLimits limits = ServerLimits.DEFAULT;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits.withMaxIds(10_001))
        .withMessage("maxIds must be between 1 and 10000, but is 10001");
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMaxConnections(0));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMaxRequestBytes(63));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMaxArguments(3));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMaxUnsentBytes(1_023));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits.withStallTimeout(Duration.ZERO))
        .withMessage("stallTimeout must be positive, but is 0 ms");
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withIdleTimeout(SECOND.negated()));
  }

  /**
   * Those that never asked for anything are closed first, although others are silent for longer.
   */
  @Test
  void silentClientsMakeRoomForNewOnes() throws Exception {
    try (ServerFixture fixture = start(ServerLimits.DEFAULT.withMaxConnections(3));
        RespClient asks = fixture.connect();
        RespClient silent = fixture.connect()) {
      assertThat(silent.ask("PING")).isEqualTo("+PONG");
      time.pass(SECOND);
      try (RespClient neverAsked = fixture.connect()) {
        awaitConnections(asks, 3);
        for (int i = 0; i < 3; i++) {
          time.pass(SECOND);
          assertThat(asks.ask("PING")).isEqualTo("+PONG");
        }
        try (RespClient first = fixture.connect()) {
          assertThat(first.ask("GETID")).startsWith(":");
          assertThat(neverAsked.readByte()).isEqualTo(-1);
          assertThat(asks.ask("PING")).isEqualTo("+PONG");
          try (RespClient second = fixture.connect()) {
            assertThat(second.ask("GETID")).startsWith(":");
            assertThat(silent.readByte()).isEqualTo(-1);
            assertThat(asks.ask("PING")).isEqualTo("+PONG");
          }
        }
      }
    }
  }
}
