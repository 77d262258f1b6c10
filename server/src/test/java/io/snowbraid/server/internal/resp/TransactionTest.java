package io.snowbraid.server.internal.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.SlotRoute.Kind;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.RoutedNumbers;
import io.snowbraid.server.ServerFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests MULTI, EXEC and DISCARD. */
class TransactionTest {

  @TempDir static Path directory;

  private final RoutedNumbers keyed = new RoutedNumbers();
  private ServerFixture fixture;
  private RespClient client;

  @BeforeEach
  void start() throws Exception {
    fixture =
        new ServerFixture(
            directory, SegmentSource.inMemory(), server -> server.threads(1).keyed(keyed));
    client = fixture.connect();
  }

  @AfterEach
  void end() throws Exception {
    client.close();
    fixture.close();
  }

  private void queue(String... requests) throws Exception {
    assertThat(client.ask("MULTI")).isEqualTo("+OK");
    for (String request : requests) {
      assertThat(client.ask(request)).isEqualTo("+QUEUED");
    }
  }

  @Test
  void requestsAreAnsweredByExecInOrder() throws Exception {
    queue("INCR foo", "INCRBY foo 10", "GET foo", "NEXTID \"a tag\"", "PING", "MGETID x");
    assertThat(keyed.waiting()).isZero();
    assertThat(client.ask("EXEC"))
        .isEqualTo("[:1, :11, 11, :1, +PONG, -ERR value is not an integer or out of range]");
    assertThat(client.ask("GET foo")).isEqualTo("11");
    queue();
    assertThat(client.ask("EXEC")).isEqualTo("[]");
  }

  /** Each first number of a tag waits for its draw, while what comes later has arrived. */
  @Test
  void requestsThatWaitAreAnsweredBeforeWhatCameLater() throws Exception {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append("MULTI\r\nNEXTID tag%d\r\nINCR foo\r\nEXEC\r\nPING %d\r\n".formatted(i, i));
    }
    client.send(requests.toString());
    for (int i = 0; i < 50; i++) {
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo("+QUEUED");
      assertThat(client.read()).isEqualTo("+QUEUED");
      assertThat(client.read()).isEqualTo("[:1, :" + (i + 1) + "]");
      assertThat(client.read()).isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void discardForgetsTheRequests() throws Exception {
    queue("INCR foo");
    assertThat(client.ask("DISCARD")).isEqualTo("+OK");
    assertThat(client.ask("GET foo")).isEqualTo("null");
    assertThat(client.ask("DISCARD")).isEqualTo("-ERR DISCARD without MULTI");
    assertThat(client.ask("EXEC")).isEqualTo("-ERR EXEC without MULTI");
  }

  @Test
  void multiIsNotNestedAndResetEndsIt() throws Exception {
    queue("INCR foo");
    assertThat(client.ask("MULTI")).isEqualTo("-ERR MULTI calls can not be nested");
    assertThat(client.ask("EXEC")).isEqualTo("[:1]");
    queue("INCR foo");
    assertThat(client.ask("RESET")).isEqualTo("+RESET");
    assertThat(client.ask("EXEC")).isEqualTo("-ERR EXEC without MULTI");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET foo 1", "INCR", "GETID 1"})
  void requestThatCannotBeQueuedFailsAll(String wrong) throws Exception {
    queue("INCR foo");
    assertThat(client.ask(wrong)).startsWith("-ERR ");
    assertThat(client.ask("INCR foo")).isEqualTo("+QUEUED");
    assertThat(client.ask("EXEC"))
        .isEqualTo("-EXECABORT Transaction discarded because of previous errors.");
    assertThat(client.ask("GET foo")).isEqualTo("null");
  }

  @Test
  void requestsBeyondTheMemoryOfAConnectionFailAll() throws Exception {
    assertThat(client.ask("MULTI")).isEqualTo("+OK");
    String request = "ECHO " + "x".repeat(10_000);
    String answer = "+QUEUED";
    int queued = -1;
    while (answer.equals("+QUEUED")) {
      queued++;
      answer = client.ask(request);
    }
    assertThat(queued).isEqualTo(26); // 256 KiB
    assertThat(answer).startsWith("-ERR requests of a transaction must have at most 262144 bytes");
    assertThat(client.ask("EXEC")).startsWith("-EXECABORT ");
  }

  @Test
  void keysOfSeveralSlotsAreRefusedInACluster() throws Exception {
    queue("INCR foo", "INCR bar");
    assertThat(client.ask("EXEC"))
        .isEqualTo("-CROSSSLOT Keys in request don't hash to the same slot");
    queue("INCR {foo}1", "INCR {foo}2");
    assertThat(client.ask("EXEC")).isEqualTo("[:1, :2]");
  }

  @Test
  void slotOfAnotherServerIsRedirected() throws Exception {
    queue("INCR foo");
    keyed.route("foo", Kind.ELSEWHERE, RoutedNumbers.ADDRESS);
    assertThat(client.ask("EXEC")).isEqualTo("-MOVED 12182 10.0.0.2:7878");
    assertThat(client.ask("INCR bar")).isEqualTo(":1");
  }

  @Test
  void execWaitsForASlotThatIsOnItsWay() throws Exception {
    keyed.route("foo", Kind.MOVING, "");
    client.send("MULTI\r\nINCR foo\r\nINCR foo\r\nEXEC\r\nPING\r\n");
    keyed.awaitWait();
    keyed.route("foo", Kind.HERE, "");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.read()).isEqualTo("+QUEUED");
    assertThat(client.read()).isEqualTo("+QUEUED");
    assertThat(client.read()).isEqualTo("[:1, :2]");
    assertThat(client.read()).isEqualTo("+PONG");
  }
}
