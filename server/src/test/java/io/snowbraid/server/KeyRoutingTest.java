package io.snowbraid.server;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.keyed.SlotRoute.Kind;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what clients are told about slots that are not served here now. */
class KeyRoutingTest {

  /** Longer than any test takes. */
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir static Path directory;

  private final RoutedNumbers keyed = new RoutedNumbers();
  private ServerFixture fixture;
  private RespClient client;

  @BeforeEach
  void start() throws Exception {
    start(LONG);
  }

  private void start(Duration wait) throws Exception {
    fixture =
        new ServerFixture(
            directory,
            SegmentSource.inMemory(),
            server -> ServerTimes.drain(server.threads(1).keyed(keyed).keyedWait(wait), LONG));
    client = fixture.connect();
  }

  private void startAgain(Duration wait) throws Exception {
    end();
    start(wait);
  }

  @AfterEach
  void end() throws Exception {
    client.close();
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INCR foo", "INCRBY foo 5", "GET foo", "ADVANCE foo 7"})
  void callOfAnotherServersSlotIsRedirectedAtOnce(String request) throws Exception {
    keyed.route("foo", Kind.ELSEWHERE, RoutedNumbers.ADDRESS);
    assertThat(client.ask(request)).isEqualTo("-MOVED 12182 10.0.0.2:7878");
    assertThat(client.ask("INCR {foo}bar")).isEqualTo("-MOVED 12182 10.0.0.2:7878");
    assertThat(client.ask("INCR bar")).isEqualTo(":1");
    assertThat(client.ask("INFO keyed")).contains("keyed_redirections:2\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INCR foo", "INCRBY foo 5", "GET foo", "ADVANCE foo 7"})
  void damagedSlotIsAnErrorAtOnce(String request) throws Exception {
    keyed.route("foo", Kind.DAMAGED, "slot must have its row: slot=12182");
    assertThat(client.ask(request)).isEqualTo("-UNAVAILABLE slot must have its row: slot=12182");
    assertThat(client.ask("GET bar")).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({
    "MOVING,'-TRYAGAIN slot 12182 is being transferred; try again, and see the server log'",
    "DOWN,'-CLUSTERDOWN Hash slot 12182 not served; see the server log'"
  })
  void callThatHasWaitedSaysWhatToDo(Kind kind, String answer) throws Exception {
    startAgain(Duration.ofMillis(1));
    keyed.route("foo", kind, "why");
    assertThat(client.ask("INCR foo")).isEqualTo(answer);
    assertThat(client.ask("PING")).isEqualTo("+PONG");
    assertThat(keyed.waiting()).isZero();
  }

  @Test
  void callWhoseBoundIsNotRaisedInTimeSaysSo() throws Exception {
    startAgain(Duration.ofMillis(1));
    keyed.exhaust("foo", "store hangs");
    assertThat(client.ask("INCR foo"))
        .isEqualTo("-TRYAGAIN slot 12182 waits for the store; try again, and see the server log");
  }

  @Test
  void errorsWithoutReasonAreSentencesToo() throws Exception {
    startAgain(Duration.ZERO);
    keyed.route("foo", Kind.MOVING, "");
    assertThat(client.ask("GET foo"))
        .isEqualTo("-TRYAGAIN slot 12182 is being transferred; try again");
  }

  @ParameterizedTest
  @CsvSource({"MOVING", "DOWN"})
  void callWaitsUntilTheSlotHasArrived(Kind kind) throws Exception {
    keyed.route("foo", kind, "");
    client.send("INCR foo\r\nPING\r\n");
    keyed.awaitWait();
    keyed.wake(RoutedNumbers.slot("foo")); // for nothing
    keyed.route("foo", Kind.HERE, "");
    assertThat(client.read()).isEqualTo(":1");
    assertThat(client.read()).isEqualTo("+PONG");
    assertThat(client.ask("INFO keyed")).contains("keyed_waits:1\r\n");
    assertThat(keyed.waiting()).isZero();
  }

  @Test
  void callThatWaitsIsRedirectedAsSoonAsTheSlotIsElsewhere() throws Exception {
    keyed.route("foo", Kind.MOVING, "");
    client.send("INCR foo\r\nPING\r\n");
    keyed.awaitWait();
    keyed.route("foo", Kind.ELSEWHERE, RoutedNumbers.ADDRESS);
    assertThat(client.read()).isEqualTo("-MOVED 12182 10.0.0.2:7878");
    assertThat(client.read()).isEqualTo("+PONG");
  }

  @Test
  void pipelineWithACallThatWaitsIsAnsweredInOrder() throws Exception {
    keyed.route("foo", Kind.MOVING, "");
    client.send(
        "INCR bar\r\nINCR foo\r\nGET foo\r\nNEXTID a\r\nINCRBY foo 10\r\nINCR bar\r\nGETID\r\n");
    assertThat(client.read()).isEqualTo(":1");
    keyed.awaitWait();
    try (RespClient other = fixture.connect()) {
      assertThat(other.ask("INCR bar")).isEqualTo(":2");
    }
    keyed.route("foo", Kind.HERE, "");
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      answers.add(client.read());
    }
    assertThat(answers).containsExactly(":1", "1", ":1", ":11", ":3");
    assertThat(client.read()).startsWith(":");
  }

  @Test
  void connectionThatIsClosedWhileItWaitsLeavesNothingBehind() throws Exception {
    startAgain(Duration.ofMillis(200));
    keyed.route("foo", Kind.MOVING, "");
    client.send("INCR foo\r\n");
    keyed.awaitWait();
    client.close();
    await().atMost(ofMinutes(1)).until(() -> keyed.waiting() <= 0);
    client = fixture.connect();
    keyed.route("foo", Kind.HERE, "");
    assertThat(client.ask("GET foo")).isEqualTo("null");
  }

  @Test
  void serverThatEndsAnswersCallsThatWait() throws Exception {
    startAgain(Duration.ofMillis(100));
    keyed.route("foo", Kind.MOVING, "");
    client.send("INCR foo\r\n");
    keyed.awaitWait();
    Thread end = new Thread(fixture.server::close);
    end.start();
    assertThat(client.read()).startsWith("-TRYAGAIN slot 12182 is being transferred");
    assertThat(client.readByte()).isEqualTo(-1);
    client.close();
    end.join();
    assertThat(keyed.waiting()).isZero();
  }

  @Test
  void callsOfManyConnectionsWaitForASlot() throws Exception {
    keyed.route("foo", Kind.MOVING, "");
    List<RespClient> crowd = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      crowd.add(fixture.connect());
      crowd.get(i).send("INCR foo\r\n");
    }
    await().atMost(ofMinutes(1)).until(() -> keyed.waiting() >= 50);
    keyed.route("foo", Kind.HERE, "");
    List<String> answers = new ArrayList<>();
    for (RespClient one : crowd) {
      answers.add(one.read());
      one.close();
    }
    assertThat(answers).hasSize(50).doesNotHaveDuplicates().contains(":1", ":50");
  }

  @Test
  void overflowOfACallThatWaitsIsAnErrorToo() throws Exception {
    keyed.stand("foo", Long.MAX_VALUE);
    assertThat(client.ask("INCR foo")).isEqualTo("-ERR increment or decrement would overflow");
    assertThat(client.ask("GET foo")).isEqualTo("9223372036854775807");
    keyed.route("foo", Kind.DOWN, "");
    client.send("INCR foo\r\n");
    keyed.awaitWait();
    keyed.route("foo", Kind.HERE, "");
    assertThat(client.read()).isEqualTo("-ERR increment or decrement would overflow");
  }

  @Test
  void failureThatNobodyExpectsEndsOnlyItsCall() throws Exception {
    keyed.failWith(new IllegalStateException("of a test"));
    assertThat(client.ask("INCR foo")).startsWith("-UNAVAILABLE ");
    assertThat(client.ask("PING")).isEqualTo("+PONG");
  }

  @Test
  void failureThatNobodyExpectsEndsOnlyItsCallThatWaits() throws Exception {
    keyed.route("foo", Kind.DOWN, "");
    client.send("INCR foo\r\n");
    keyed.awaitWait();
    keyed.failWith(new IllegalStateException("of a test"));
    keyed.wake(RoutedNumbers.slot("foo"));
    assertThat(client.read()).startsWith("-UNAVAILABLE ");
    assertThat(client.ask("PING")).isEqualTo("+PONG");
  }
}
