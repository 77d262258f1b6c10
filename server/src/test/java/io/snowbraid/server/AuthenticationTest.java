package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.internal.access.PasswordHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that only users with their passwords have ids. */
class AuthenticationTest {

  private static final String WRONG =
      "-WRONGPASS invalid username-password pair or user is disabled.";
  private static final String NO_USER = "-NOAUTH Authentication required.";

  /**
   * Made by Python's hashlib in the form of passlib, for the password "caf\u00e9 au lait", with
   * 1,000 iterations.
   */
  private static final String PASSLIB =
      "anna:$pbkdf2-sha256$1000$8PHy8/T19vf4.fr"
          + "7/P3./w$j79pxYJB7PAgG0PCylK9GbQwRIF53/8E79L1m9kHQ7M";

  private static final String HASH = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  @TempDir static Path directory;

  private static final String USER_WHO_LEAVES = Users.line("bert", "secret", 1_000);

  private static Path file;

  @BeforeAll
  static void writeUsers() throws Exception {
    file = directory.resolve("users");
    Files.write(
        file,
        List.of(
            "# those who may",
            "",
            Users.line("default", "secret", 1_000),
            Users.line("anna", "b c", 1_000)));
  }

  private static ServerFixture start() {
    return start(Duration.ofMillis(1));
  }

  /** Starts a server that answers a wrong password only after some time. */
  private static ServerFixture start(Duration refusalDelay) {
    return new ServerFixture(
        directory.resolve("workers"),
        SegmentSource.inMemory(),
        server -> {
          ServerTimes.drain(server, Duration.ofMillis(1));
          ServerTimes.refusalDelay(server, refusalDelay);
          return server.threads(1).users(Users.read(file));
        });
  }

  @Test
  void nothingIsServedBeforeThePasswordButWhatGivesItOrEnds() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      for (String request :
          List.of("GETID", "PING", "INFO", "ROLE", "NEXTID a", "CLIENT ID", "SELECT 0")) {
        assertThat(client.ask(request)).isEqualTo(NO_USER);
      }
      assertThat(client.ask("HELLO 3")).startsWith("-NOAUTH HELLO must be called with the client");
      assertThat(client.ask("FOO")).startsWith("-ERR unknown command 'FOO'");
      assertThat(client.ask("RESET")).isEqualTo("+RESET");
      assertThat(client.ask("QUIT")).isEqualTo("+OK");
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void passwordOpensTheConnectionAndRequestsThatFollowAreAnsweredInOrder() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      client.send("AUTH secret\r\nPING\r\nGETID\r\n");
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo("+PONG");
      assertThat(client.read()).startsWith(":");
      assertThat(client.ask("CLIENT INFO")).contains(" user=default ");
      assertThat(client.ask("RESET")).isEqualTo("+RESET");
      assertThat(client.ask("GETID")).isEqualTo(NO_USER);
      assertThat(client.ask("AUTH anna 'b c'")).isEqualTo("+OK");
      assertThat(client.ask("CLIENT INFO")).contains(" user=anna ");
    }
  }

  @Test
  void helloTakesThePasswordToo() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      assertThat(client.ask("HELLO 3 AUTH anna wrong SETNAME me")).isEqualTo(WRONG);
      assertThat(client.ask("GETID")).isEqualTo(NO_USER);
      assertThat(client.ask("HELLO 3 AUTH anna 'b c' SETNAME me"))
          .startsWith("%[server, snowbraid");
      assertThat(client.ask("CLIENT GETNAME")).isEqualTo("me");
      assertThat(client.ask("HELLO 2")).startsWith("[server, snowbraid");
    }
  }

  @Test
  void wrongPasswordsAreRefused() throws Exception {
    try (ServerFixture fixture = start();
        RespClient wrong = fixture.connect();
        RespClient right = fixture.connect()) {
      assertThat(right.ask("AUTH secret")).isEqualTo("+OK");
      wrong.send("AUTH nobody secret\r\nAUTH anna secret\r\nAUTH ''\r\nGETID\r\n");
      assertThat(wrong.read()).isEqualTo(WRONG);
      assertThat(wrong.read()).isEqualTo(WRONG);
      assertThat(wrong.read()).isEqualTo(WRONG);
      assertThat(wrong.read()).isEqualTo(NO_USER);
      assertThat(right.ask("AUTH anna nope")).isEqualTo(WRONG);
      assertThat(right.ask("GETID")).as("still the user from before").startsWith(":");
    }
  }

  @Test
  void wrongPasswordThatIsNotAnsweredYetHoldsUpNobody() throws Exception {
    try (ServerFixture fixture = start(Duration.ofHours(1));
        RespClient wrong = fixture.connect();
        RespClient right = fixture.connect()) {
      wrong.send("AUTH anna secret\r\n");
      assertThat(right.ask("AUTH anna 'b c'")).isEqualTo("+OK");
      assertThat(right.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void floodOfWrongPasswordsIsRefusedEarlyAndKnownUsersStillGetIn() throws Exception {
    List<RespClient> flood = new ArrayList<>();
    try (ServerFixture fixture = start(Duration.ofHours(1));
        RespClient known = fixture.connect();
        RespClient again = fixture.connect()) {
      assertThat(known.ask("AUTH secret")).isEqualTo("+OK");
      for (int i = 0; i < 300; i++) {
        RespClient client = fixture.connect();
        flood.add(client);
        client.send("AUTH guess" + i + "\r\n");
      }
      assertThat(flood.get(299).read())
          .isEqualTo(
              "-UNAVAILABLE too many passwords are being checked; try again in some seconds");
      assertThat(again.ask("AUTH secret")).isEqualTo("+OK");
      assertThat(again.ask("GETID")).startsWith(":");
    } finally {
      for (RespClient client : flood) {
        client.close();
      }
    }
  }

  @Test
  void connectionsWithoutPasswordEndAfterTheStallTimeoutWhateverTheySend() throws Exception {
    SimulatedTicks time = new SimulatedTicks();
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server -> time.set(server.threads(1).users(Users.read(file))));
        RespClient known = fixture.connect();
        RespClient silent = fixture.connect();
        RespClient busy = fixture.connect()) {
      assertThat(known.ask("AUTH secret")).isEqualTo("+OK");
      for (int i = 0; i < ServerLimits.DEFAULT.stallTimeout().toSeconds(); i++) {
        assertThat(busy.ask("PING")).isEqualTo(NO_USER); // the others are connected before it
        time.pass(Duration.ofSeconds(1));
      }
      assertThat(known.ask("INFO")).contains("connected_clients:3\r\n");
      time.pass(Duration.ofSeconds(3));
      assertThat(silent.readByte()).isEqualTo(-1);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> busy.ask("PING"));
      assertThat(known.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void passwordsOfServersWithoutUsersAreErrorsAsInRedis() throws Exception {
    try (ServerFixture fixture = ServerFixture.withLimits(directory, ServerLimits.DEFAULT);
        RespClient client = fixture.connect()) {
      assertThat(client.ask("AUTH a")).startsWith("-ERR AUTH <password> called without any");
      assertThat(client.ask("AUTH a b c")).isEqualTo("-ERR syntax error");
      assertThat(client.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void hashesOfPasslibAreAccepted() throws Exception {
    Path hashes = Files.write(directory.resolve("passlib"), List.of(PASSLIB));
    assertThat(Users.read(hashes).accounts().matches("anna", "caf\u00e9 au lait")).isTrue();
    assertThat(Users.read(hashes).accounts().matches("anna", "cafe au lait")).isFalse();
    assertThat(Users.read(hashes).accounts().matches("bert", "caf\u00e9 au lait")).isFalse();
  }

  @Test
  void samePasswordHasAnotherHashEachTime() {
    assertThat(PasswordHash.ITERATIONS).isEqualTo(600_000); // for those that are not of tests
    assertThat(Users.line("a", "b", 1_000)).startsWith("a:$pbkdf2-sha256$1000$");
    assertThat(Users.line("a", "b", 1_000)).isNotEqualTo(Users.line("a", "b", 1_000));
    assertThatIllegalArgumentException().isThrownBy(() -> Users.line("a:b", "c"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.line("a", ""))
        .withMessage("password must not be empty: user=a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anna",
        ":$pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA$" + HASH,
        "anna:secret",
        "anna:$pbkdf2-sha256$999$AAAAAAAAAAAAAAAAAAAAAA$" + HASH,
        "anna:$pbkdf2-sha256$10000001$AAAAAAAAAAAAAAAAAAAAAA$" + HASH,
        "anna:$pbkdf2-sha256$1000$$" + HASH,
        "anna:$pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA$" + HASH + "A",
        "# nobody"
      })
  void wrongLinesAreErrorsThatDoNotShowHashes(String line) throws Exception {
    Path wrong = Files.write(directory.resolve("wrong"), List.of(line));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.read(wrong))
        .withMessageContaining("file=" + wrong)
        .withMessageNotContaining("secret")
        .withMessageNotContaining(HASH);
  }

  @Test
  void onlyUsersWhoAdministerMoveKeysAndCreateTags() throws Exception {
    Path roles =
        Files.write(
            directory.resolve("roles"),
            List.of(
                Users.line("anna", "secret", 1_000),
                Users.line("ops", "secret", 1_000) + " admin"));
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server -> server.keyed(new RoutedNumbers()).users(Users.read(roles)));
        RespClient anna = fixture.connect();
        RespClient ops = fixture.connect()) {
      assertThat(anna.ask("AUTH anna secret")).isEqualTo("+OK");
      assertThat(ops.ask("AUTH ops secret")).isEqualTo("+OK");
      assertThat(anna.ask("INCR key")).isEqualTo(":1");
      assertThat(anna.ask("ADVANCE key 9"))
          .startsWith("-NOPERM User anna has no permissions to run the 'advance' command");
      assertThat(anna.ask("NEWTAG orders 5")).startsWith("-NOPERM ");
      assertThat(anna.ask("BLOCK jobs 5")).startsWith("-NOPERM ");
      assertThat(ops.ask("BLOCK jobs 5")).startsWith("-ERR this server claims no blocks; ");
      assertThat(ops.ask("ADVANCE key 9")).isEqualTo(":9");
      assertThat(ops.ask("NEWTAG orders 5")).isEqualTo(":1");
      assertThat(ops.ask("NEWTAG orders 7")).isEqualTo(":0");
      assertThat(anna.ask("NEXTID orders")).isEqualTo(":5");
    }
  }

  @Test
  void otherWordAfterTheHashIsAnError() throws Exception {
    Path roles =
        Files.writeString(
            directory.resolve("word"), Users.line("anna", "secret", 1_000) + " adminn");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.read(roles))
        .withMessageStartingWith("user must have no other word than admin after the hash: file=");
  }

  @Test
  void usersAreReplacedAlsoOverOpenConnections() throws Exception {
    String anna = Users.line("anna", "secret", 1_000);
    Path before = Files.write(directory.resolve("before"), List.of(anna, USER_WHO_LEAVES));
    Path after = Files.write(directory.resolve("after"), List.of(anna));
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server ->
                    ServerTimes.refusalDelay(
                        server.users(Users.read(before)), Duration.ofMillis(1)));
        RespClient stays = fixture.connect();
        RespClient leaves = fixture.connect()) {
      assertThat(stays.ask("AUTH anna secret")).isEqualTo("+OK");
      assertThat(leaves.ask("AUTH bert secret")).isEqualTo("+OK");
      fixture.server.replaceUsers(Users.read(after));
      assertThat(stays.ask("GETID")).startsWith(":");
      assertThat(leaves.ask("GETID")).isEqualTo(NO_USER);
      assertThat(leaves.ask("AUTH bert secret")).isEqualTo(WRONG);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> fixture.server.replaceUsers(Users.NONE))
          .withMessageStartingWith("users must stay some or none: ");
    }
  }
}
